/** The recurring jobs of the service. Each processes the due work in our own tables. */
export const JOBS = ['payments', 'certificates', 'documents', 'days'] as const;
/** The name of a recurring job. */
export type Job = (typeof JOBS)[number];

/**
 * Signals that a job has work now, so that the work need not wait for the next round. It is only a hint, which may be
 * lost. `fire` never fails and never blocks. Call it after the commit that created the work, never inside it.
 */
export interface Trigger {
  fire(job: Job): void;
}
