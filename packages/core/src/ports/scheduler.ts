import type { Trigger, Job } from './trigger.ts';

/** Runs each job at an interval, and soon after a trigger. */
export interface Scheduler extends Trigger {
  /**
   * Starts the jobs. Each runs at its own interval, in seconds of real time. One process never runs the same job twice
   * at once. A failed run is reported, and the job runs again after its interval. Call it once.
   */
  start(jobs: Readonly<Record<Job, { readonly every: number; readonly run: () => Promise<void> }>>): Promise<void>;
  /** Starts no new runs, and resolves when those in progress have ended. */
  stop(): Promise<void>;
}
