/** The recurring jobs of the service: each does due work found in our own tables. */
export const JOBS = ['payments', 'certificates', 'documents', 'days'] as const;
/** One of the recurring jobs, by its name. */
export type Job = (typeof JOBS)[number];

/**
 * Signals that a job has something to do now, so that it need not wait for its next round. Only a hint: it may be lost,
 * and `fire` never fails and never waits. Called after the commit that made the work, never inside it.
 */
export interface Trigger {
  fire(job: Job): void;
}
