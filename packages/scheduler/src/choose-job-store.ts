import type { OpenJobStore } from './job-store.ts';
import { mongoJobStore } from './mongo-job-store.ts';
import { postgresJobStore } from './postgres-job-store.ts';

export interface JobStoreOptions {
  /** `postgres://…` or `mongodb://…`. */
  readonly store: string;
  /** The schema Agenda has to itself on PostgreSQL; `scheduler` when left out. */
  readonly schema?: string;
  /** The collection Agenda has to itself on MongoDB; `scheduler_jobs` when left out. */
  readonly collection?: string;
}

/** How the store at this address is opened. Throws at once where no store can be meant. */
export const chooseJobStore = ({
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
