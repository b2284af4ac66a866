import type { Instant } from '../shared/calendar.ts';
import type { Job } from './trigger.ts';

/** The last run of each job, in any process. */
export interface JobRuns {
  /** Jobs that have never run are absent. `backup` is the time of the last verified backup, which no worker makes. */
  last(): Promise<Readonly<Partial<Record<Job | 'backup', Instant>>>>;
  /** Records a completed run of a job. If several processes ran the job, the latest run counts. */
  record(job: Job, at: Instant): Promise<void>;
}
