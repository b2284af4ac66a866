import { oneOf } from '../processes/choose.ts';
import type { Environment } from '../processes/service-process.ts';
import { supervise } from '../processes/supervise.ts';

/** Supervised processes of the service. */
export interface Fleet {
  /** Kills a random living process, as a power cut does. */
  killOne(): void;
  /** Stops a random worker where it stands; the function it returns continues it. */
  freezeWorker(): () => void;
  /** How many were killed, and how many could not start, for want of a database. */
  counts(): { readonly killed: number; readonly failedStarts: number };
  /** The output of those that ended without a signal though they had been ready. */
  crashes(): readonly string[];
  /** The output of those that could not start. */
  startFailures(): readonly string[];
  /** Stops all in order; resolves with the output of those that did not end so. */
  stop(): Promise<readonly string[]>;
}

/** `random` returns numbers from 0 to less than 1, the same sequence for the same seed. */
export const startFleet = (environments: readonly Environment[], random: () => number): Fleet => {
  const members = environments.map((environment) => ({ role: environment['ROLE'], ...supervise(environment) }));
  const oneAlive = (role?: string) =>
    oneOf(
      random,
      members
        .filter((member) => role === undefined || member.role === role)
        .flatMap(({ living }) => living()?.child ?? []),
    );
  let killed = 0;
  return {
    killOne: () => {
      if (oneAlive()?.kill('SIGKILL')) killed += 1;
    },
    freezeWorker: () => {
      const pid = oneAlive('worker')?.pid;
      if (pid === undefined) return () => undefined;
      // Not by `child.kill`, after which it would count as one that is ending.
      process.kill(pid, 'SIGSTOP');
      return () => void process.kill(pid, 'SIGCONT');
    },
    counts: () => ({ killed, failedStarts: members.reduce((sum, { failedStarts }) => sum + failedStarts(), 0) }),
    crashes: () => members.flatMap(({ crashes }) => crashes()),
    startFailures: () => members.map(({ lastFailure }) => lastFailure()).filter((failure) => failure !== ''),
    stop: async () => {
      const stopped = await Promise.all(members.map(({ stop }) => stop()));
      return stopped.filter((report) => report !== undefined);
    },
  };
};
