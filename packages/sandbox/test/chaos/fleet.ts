import { oneOf } from '../processes/choose.ts';
import type { Environment } from '../processes/service-process.ts';
import { supervise } from '../processes/supervise.ts';

/** Supervised processes of the service, chosen by `random`: numbers from 0 to less than 1. */
export const startFleet = (environments: readonly Environment[], random: () => number) => {
  const members = environments.map((environment) => supervise(environment));
  let killed = 0;
  return {
    /** Kills a random living process, as a power cut does. */
    killOne: (): void => {
      const alive = members.flatMap(({ living }) => living()?.child ?? []);
      if (oneOf(random, alive)?.kill('SIGKILL')) killed += 1;
    },
    counts: () => ({ killed, failedStarts: members.reduce((sum, { failedStarts }) => sum + failedStarts(), 0) }),
    /** The output of those that ended without a signal though they had been ready. */
    crashes: () => members.flatMap(({ crashes }) => crashes()),
    startFailures: () => members.map(({ lastFailure }) => lastFailure()).filter((failure) => failure !== ''),
    /** Stops all in order; resolves with the output of those that did not end so. */
    stop: async () => {
      const stopped = await Promise.all(members.map(({ stop }) => stop()));
      return stopped.filter((report) => report !== undefined);
    },
  };
};
