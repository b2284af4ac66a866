import type { JobRepository } from 'agenda';

/** Agenda's store, connected and ready. */
export interface JobStore {
  readonly repository: JobRepository;
  close(): Promise<void>;
}

/** Opens a store; throws where it cannot be reached. `lost` is called when an idle connection breaks. */
export type OpenJobStore = (lost: (cause: unknown) => void) => Promise<JobStore>;

/** Milliseconds. */
const A_MOMENT = 200;

/**
 * The due time for a trigger written now. A little ahead: on MongoDB, Agenda would not move a job to a time that has
 * passed.
 */
export const aMomentAhead = (): Date => new Date(Date.now() + A_MOMENT);
