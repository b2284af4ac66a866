import { setTimeout as pause } from 'node:timers/promises';
import { spawnService, type ServiceProcess } from '../processes/service-process.ts';
import { oneOf } from './chosen.ts';

type Environment = Readonly<Record<string, string>>;

/** Processes of the service, each started again whenever it ends, as an orchestrator does. */
export interface Fleet {
  /** Kills one of the living processes, as a power cut does. */
  killOne(): void;
  /** Stops one of the workers where it stands; what it returns lets that go on, if it lives. */
  freezeWorker(): () => void;
  /** How many were killed, and how many could not start, for want of a database. */
  counts(): { readonly killed: number; readonly failedStarts: number };
  /** The messages of those that ended by themselves though they had started. */
  crashes(): readonly string[];
  /** The last message of a process that could not start; empty while all could. */
  lastFailure(): string;
  /** Stops all in order; resolves with the messages of those that did not end so. */
  stop(): Promise<readonly string[]>;
}

/** Milliseconds before a process that could not start is tried again. */
const TRY_AGAIN_AFTER = 500;

/** `random` answers from 0 to less than 1, the same row of numbers for the same seed. */
export const startFleet = (environments: readonly Environment[], random: () => number): Fleet => {
  const living = new Map<Environment, ServiceProcess>();
  const badEndings: string[] = [];
  const crashes: string[] = [];
  let stopping = false;
  let killed = 0;
  let failedStarts = 0;
  let lastFailure = '';

  const keep = async (environment: Environment): Promise<void> => {
    while (!stopping) {
      const service = spawnService(environment);
      living.set(environment, service);
      let isReady = false;
      service.ready.then(
        () => (isReady = true),
        () => undefined,
      );
      const { code, signal } = await service.ended;
      living.delete(environment);
      // One that had only just begun to start knows no order yet, and has nothing to finish.
      if (stopping && code !== 0 && signal !== 'SIGTERM') badEndings.push(`${code} ${signal}: ${service.said().error}`);
      if (stopping || signal === 'SIGKILL') continue;
      if (isReady) crashes.push(`${environment['ROLE']} ${code} ${signal}: ${service.said().error}`);
      else failedStarts += 1;
      lastFailure = service.said().error;
      await pause(TRY_AGAIN_AFTER);
    }
  };
  const kept = environments.map(keep);
  /** Neither one that is being killed already, nor one that has just ended. */
  const members = (role?: string) =>
    [...living]
      .filter(([{ ROLE }]) => role === undefined || ROLE === role)
      .map(([, { child }]) => child)
      .filter(({ killed: isBeing, exitCode, signalCode }) => !isBeing && exitCode === null && signalCode === null);

  return {
    killOne: () => {
      if (oneOf(random, members())?.kill('SIGKILL')) killed += 1;
    },
    freezeWorker: () => {
      const pid = oneOf(random, members('worker'))?.pid;
      if (pid === undefined) return () => undefined;
      // Not by `child.kill`, after which it would count as one that is ending.
      process.kill(pid, 'SIGSTOP');
      return () => void process.kill(pid, 'SIGCONT');
    },
    counts: () => ({ killed, failedStarts }),
    crashes: () => crashes,
    lastFailure: () => lastFailure,
    stop: async () => {
      stopping = true;
      for (const { child } of living.values()) child.kill('SIGTERM');
      await Promise.all(kept);
      return badEndings;
    },
  };
};
