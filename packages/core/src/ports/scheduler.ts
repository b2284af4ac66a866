import type { Trigger, Job } from './trigger.ts';

/** Runs each job again and again, and once more soon after it was triggered. */
export interface Scheduler extends Trigger {
  /**
   * Begins to run the jobs, each at its own interval (seconds of real time) and never twice at once in one process.
   * A job that fails is reported and runs again at its next time. Called once.
   */
  start(jobs: Readonly<Record<Job, { readonly every: number; readonly run: () => Promise<void> }>>): Promise<void>;
  /** Starts no new run, and resolves when those under way have ended. */
  stop(): Promise<void>;
}
