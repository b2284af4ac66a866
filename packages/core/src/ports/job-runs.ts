import type { Instant } from '../shared/calendar.ts';
import type { Job } from './trigger.ts';

/** When each job ran last, whichever process ran it. */
export interface JobRuns {
  /** Without the jobs that have never run. */
  last(): Promise<Readonly<Partial<Record<Job, Instant>>>>;
  /** Records that a job has run to its end; of several processes' runs the latest counts. */
  record(job: Job, at: Instant): Promise<void>;
}
