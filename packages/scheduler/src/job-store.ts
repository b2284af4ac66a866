import type { JobRepository } from 'agenda';

/** Where Agenda keeps its jobs, connected and ready. */
export interface JobStore {
  readonly repository: JobRepository;
  close(): Promise<void>;
}

/** Opens a store; throws where it cannot be reached. `lost` hears of connections that break while nobody uses them. */
export type OpenJobStore = (lost: (cause: unknown) => void) => Promise<JobStore>;

/** Milliseconds. */
const A_MOMENT = 200;

/** When a trigger is due that is written now: on MongoDB, Agenda would not move a job to a time that has passed. */
export const aMomentAhead = (): Date => new Date(Date.now() + A_MOMENT);
