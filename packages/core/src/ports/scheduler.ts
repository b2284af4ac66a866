import type { Trigger, Job } from './trigger.ts';

/** Runs each job at an interval, and soon after a trigger. */
export interface Scheduler extends Trigger {
  /**
   * Starts the jobs. Call `start` once. `every` is the interval of a job in seconds of real time. One process never has
   * two runs of the same job at once. A failed run is reported, and the job runs again after its interval.
   */
  start(jobs: Readonly<Record<Job, { readonly every: number; readonly run: () => Promise<void> }>>): Promise<void>;
  /** Starts no new runs, and resolves when all runs in progress have ended. */
  stop(): Promise<void>;
}
