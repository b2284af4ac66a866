import type { OpenJobStore } from './job-store.ts';
import { mongoJobStore } from './mongo-job-store.ts';
import { postgresJobStore } from './postgres-job-store.ts';

export interface JobStoreOptions {
  /** `postgres://…` or `mongodb://…`. */
  readonly store: string;
  /** Whose jobs these are. Environments that are given one store have nothing in common there. */
  readonly environment: 'sandbox' | 'staging' | 'production';
  /** The schema Agenda has to itself on PostgreSQL; `scheduler`, with the environment unless that is production, when left out. */
  readonly schema?: string;
  /** The collection Agenda has to itself on MongoDB; `scheduler_jobs`, with the environment likewise, when left out. */
  readonly collection?: string;
}

/** Where an environment's jobs are unless it is said. */
export const namesOf = (
  environment: JobStoreOptions['environment'],
): Readonly<Record<'schema' | 'collection', string>> => {
  const suffix = environment === 'production' ? '' : `_${environment}`;
  return { schema: `scheduler${suffix}`, collection: `scheduler_jobs${suffix}` };
};

/** How the store at this address is opened. Throws at once where no store can be meant. */
export const chooseJobStore = ({
  store,
  environment,
  schema = namesOf(environment).schema,
  collection = namesOf(environment).collection,
}: JobStoreOptions): OpenJobStore => {
  const protocol = /^[a-z+]+:/.exec(store)?.[0];
  if (protocol === 'postgres:' || protocol === 'postgresql:') return postgresJobStore(store, schema);
  if (protocol === 'mongodb:' || protocol === 'mongodb+srv:') return mongoJobStore(store, collection);
  throw new Error(
    'The scheduler keeps its jobs on PostgreSQL or MongoDB: give it a postgres:// or mongodb:// address.',
  );
};
