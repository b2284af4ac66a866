import { setTimeout } from 'node:timers/promises';
import { inOneLine, type ErrorReporter, type Job, type Scheduler, type WorkDone } from '@vehicle-insurance/core';
import { coalesce, type Coalesced } from './coalesce.ts';

/** A job of the port `Scheduler`, with the totals of its work for Agenda. */
export type ScheduledJob = Parameters<Scheduler['start']>[0][Job] & {
  /** Totals of the job's work in this process. If absent, Agenda shows only when the job ran and why it failed. */
  readonly soFar?: () => WorkDone;
};

/** The recurring jobs that a process runs. */
export type ScheduledJobs = Readonly<Record<Job, ScheduledJob>>;

/** The work of one job in this process since the previous report. Agenda stores it as the job's `data`. */
export interface RunReport extends WorkDone {
  /** When the report was made, in real time. */
  readonly at: string;
  /** How many claimed pieces of work were not finished then. A later report contains their results. */
  readonly underWay: number;
}

/** A job in this process. */
export interface LocalJob extends Pick<Coalesced, 'fire' | 'close'> {
  readonly every: number;
  /**
   * Runs the job, and waits briefly for the work that the run began. Returns all work of the job since the previous
   * report. Undefined if there was neither work nor a failure. Resolves at once when `stopping` aborts.
   */
  report(stopping: AbortSignal): Promise<RunReport | undefined>;
}

/** In milliseconds: long enough for most pieces of work, but shorter than Agenda's lock. */
const LONGEST_WAIT = 2_000;
const POLL_EVERY = 20;

const NOTHING: WorkDone = { claimed: 0, done: 0, failed: 0, lastError: null };

const underWayIn = ({ claimed, done, failed }: WorkDone): number => claimed - done - failed;

export const localJob = (
  name: Job,
  { every, run, soFar = () => NOTHING }: ScheduledJob,
  errorReporter: ErrorReporter,
  longestWait = LONGEST_WAIT,
): LocalJob => {
  let failure: string | null = null;
  let reported = NOTHING;

  const runs = coalesce(async () => {
    try {
      await run();
    } catch (cause) {
      failure = inOneLine(cause);
      errorReporter.report({ what: 'a job failed', about: { job: name }, cause });
    }
  });

  const sinceLast = (): RunReport | undefined => {
    const now = soFar();
    const [claimed, done, failed] = [
      now.claimed - reported.claimed,
      now.done - reported.done,
      now.failed - reported.failed,
    ];
    const lastError = failure ?? (failed > 0 ? now.lastError : null);
    [reported, failure] = [now, null];
    if (claimed + done + failed === 0 && lastError === null) return undefined;
    return { at: new Date().toISOString(), claimed, done, failed, underWay: underWayIn(now), lastError };
  };

  return {
    every,
    fire: runs.fire,
    close: runs.close,
    report: async (stopping) => {
      runs.fire();
      let running = true;
      void runs.settled().then(() => (running = false));
      const latest = performance.now() + longestWait;
      while ((running || underWayIn(soFar()) > 0) && performance.now() < latest && !stopping.aborted)
        await setTimeout(POLL_EVERY, undefined, { signal: stopping }).catch(() => undefined);
      return sinceLast();
    },
  };
};
