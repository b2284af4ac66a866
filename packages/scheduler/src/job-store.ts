import type { JobRepository } from 'agenda';

/** Where Agenda keeps its jobs, connected and ready. */
export interface JobStore {
  readonly repository: JobRepository;
  close(): Promise<void>;
}

/** Opens a store; throws where it cannot be reached. `lost` hears of connections that break while nobody uses them. */
export type OpenJobStore = (lost: (cause: unknown) => void) => Promise<JobStore>;
