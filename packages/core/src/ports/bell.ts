/** The recurring jobs of the service: each looks at our own tables for work that has become due. */
export const JOBS = ['payments', 'certificates', 'documents', 'days'] as const;
/** One of the recurring jobs, by its name. */
export type Job = (typeof JOBS)[number];

/**
 * Says that a job has something to do now, so that nobody waits for its next round. Only a hint: it may be lost, and
 * ringing never fails and never waits. Rung after the commit that made the work, never inside it.
 */
export interface Bell {
  ring(job: Job): void;
}
