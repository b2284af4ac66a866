/** The recurring jobs of the service. Each does the due work in our own tables. */
export const JOBS = ['payments', 'certificates', 'documents', 'days'] as const;
/** The name of a recurring job. */
export type Job = (typeof JOBS)[number];

/**
 * Signals that a job has work now, so that the work need not wait for the next round. Only a hint: it may be lost, and
 * `fire` never fails and never blocks. Called after the commit that created the work, never inside it.
 */
export interface Trigger {
  fire(job: Job): void;
}
