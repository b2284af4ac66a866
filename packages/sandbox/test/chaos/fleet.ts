import { setTimeout as pause } from 'node:timers/promises';
import { spawnService, type ServiceProcess } from '../processes/service-process.ts';

/** Processes of the service, each started again whenever it ends, as an orchestrator does. */
export interface Fleet {
  /** Kills one of the living processes, as a power cut does. */
  killOne(): void;
  /** How many were killed, and how many could not start, for want of a database. */
  counts(): { readonly killed: number; readonly failedStarts: number };
  /** The last message of a process that could not start; empty while all could. */
  lastFailure(): string;
  /** Stops all in order; resolves with the messages of those that did not end so. */
  stop(): Promise<readonly string[]>;
}

/** Milliseconds before a process that could not start is tried again. */
const TRY_AGAIN_AFTER = 500;

/** `random` answers from 0 to less than 1, the same row of numbers for the same seed. */
export const startFleet = (environments: readonly Readonly<Record<string, string>>[], random: () => number): Fleet => {
  const living = new Map<number, ServiceProcess>();
  const badEndings: string[] = [];
  let stopping = false;
  let killed = 0;
  let failedStarts = 0;
  let lastFailure = '';

  const keep = async (member: number, environment: Readonly<Record<string, string>>): Promise<void> => {
    while (!stopping) {
      const service = spawnService(environment);
      living.set(member, service);
      const { code, signal } = await service.ended;
      living.delete(member);
      if (stopping && code !== 0) badEndings.push(`${code} ${signal}: ${service.said().error}`);
      if (stopping || signal === 'SIGKILL') continue;
      failedStarts += 1;
      lastFailure = service.said().error;
      await pause(TRY_AGAIN_AFTER);
    }
  };
  const kept = environments.map((environment, member) => keep(member, environment));

  return {
    killOne: () => {
      // Neither one that is being killed already, nor one that has just ended.
      const victims = [...living.values()].filter(
        ({ child }) => !child.killed && child.exitCode === null && child.signalCode === null,
      );
      const victim = victims[Math.floor(random() * victims.length)];
      if (victim?.child.kill('SIGKILL')) killed += 1;
    },
    counts: () => ({ killed, failedStarts }),
    lastFailure: () => lastFailure,
    stop: async () => {
      stopping = true;
      for (const { child } of living.values()) child.kill('SIGTERM');
      await Promise.all(kept);
      return badEndings;
    },
  };
};

/** Numbers from 0 to less than 1 that look random and are the same for the same seed. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
