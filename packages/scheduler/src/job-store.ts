import type { JobRepository } from 'agenda';
import { mongoJobStore } from './mongo-job-store.ts';
import { postgresJobStore } from './postgres-job-store.ts';

/** Where Agenda keeps its jobs, connected and ready. */
export interface JobStore {
  readonly repository: JobRepository;
  close(): Promise<void>;
}

export interface JobStoreOptions {
  /** `postgres://…` or `mongodb://…`. */
  readonly store: string;
  /** The schema Agenda has to itself on PostgreSQL; `scheduler` when left out. */
  readonly schema?: string;
  /** The collection Agenda has to itself on MongoDB; `scheduler_jobs` when left out. */
  readonly collection?: string;
}

/** Opens a store; throws where it cannot be reached. `lost` hears of connections that break while nobody uses them. */
export type OpenJobStore = (lost: (cause: unknown) => void) => Promise<JobStore>;

/** How the store at this address is opened. Throws at once where no store can be meant. */
export const jobStore = ({
  store,
  schema = 'scheduler',
  collection = 'scheduler_jobs',
}: JobStoreOptions): OpenJobStore => {
  const protocol = /^[a-z+]+:/.exec(store)?.[0];
  if (protocol === 'postgres:' || protocol === 'postgresql:') return postgresJobStore(store, schema);
  if (protocol === 'mongodb:' || protocol === 'mongodb+srv:') return mongoJobStore(store, collection);
  throw new Error(
    'The scheduler keeps its jobs on PostgreSQL or MongoDB: give it a postgres:// or mongodb:// address.',
  );
};
