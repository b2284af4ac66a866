/** The recurring jobs of the service. Each job does due work that it finds in our own tables. */
export const JOBS = ['payments', 'certificates', 'documents', 'days'] as const;
/** The name of a recurring job. */
export type Job = (typeof JOBS)[number];

/**
 * Requests that a job run now instead of at its next round. The request is only a hint, which may be lost. `fire` never
 * fails and never blocks. Call `fire` after the commit that created the work, never inside the unit of work.
 */
export interface Trigger {
  fire(job: Job): void;
}
