import type { JobRepository } from 'agenda';

/** Agenda's store, connected and ready. */
export interface JobStore {
  readonly repository: JobRepository;
  close(): Promise<void>;
}

/** Opens a store. Throws if the store is unavailable. Calls `lost` when a connection breaks. */
export type OpenJobStore = (lost: (cause: unknown) => void) => Promise<JobStore>;

/** In milliseconds. */
const A_MOMENT = 200;

/**
 * The due time for a trigger that is written now: slightly in the future. Agenda on MongoDB would not move a job to a
 * past time.
 */
export const aMomentAhead = (): Date => new Date(Date.now() + A_MOMENT);
