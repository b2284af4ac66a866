import type { JobRepository } from 'agenda';

/** Agenda's store, connected and ready. */
export interface JobStore {
  readonly repository: JobRepository;
  close(): Promise<void>;
}

/** Opens a store. Throws if it cannot be reached. Calls `lost` when an idle connection breaks. */
export type OpenJobStore = (lost: (cause: unknown) => void) => Promise<JobStore>;

/** Milliseconds. */
const A_MOMENT = 200;

/**
 * The due time for a trigger that is written now. It is slightly in the future, because Agenda on MongoDB would not
 * move a job to a past time.
 */
export const aMomentAhead = (): Date => new Date(Date.now() + A_MOMENT);
