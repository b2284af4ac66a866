import type { OpenJobStore } from './job-store.ts';
import { postgresJobStore } from './postgres-job-store.ts';

export interface JobStoreOptions {
  /** `postgres://…` or `mongodb://…`. */
  readonly store: string;
  /** Environments that share a store share no jobs. */
  readonly environment: 'sandbox' | 'staging' | 'production';
  /** Agenda's own schema on PostgreSQL. Default: `scheduler`, outside production with the environment as suffix. */
  readonly schema?: string;
  /** Agenda's own collection on MongoDB. Default: `scheduler_jobs`, with the same suffix. */
  readonly collection?: string;
}

/** The default names of an environment. */
export const namesOf = (
  environment: JobStoreOptions['environment'],
): Readonly<Record<'schema' | 'collection', string>> => {
  const suffix = environment === 'production' ? '' : `_${environment}`;
  return { schema: `scheduler${suffix}`, collection: `scheduler_jobs${suffix}` };
};

/** The opener of the store at this address. Throws at once on an address of neither kind. */
export const chooseJobStore = ({
  store,
  environment,
  schema = namesOf(environment).schema,
  collection = namesOf(environment).collection,
}: JobStoreOptions): OpenJobStore => {
  const protocol = /^[a-z+]+:/.exec(store)?.[0];
  if (protocol === 'postgres:' || protocol === 'postgresql:') return postgresJobStore(store, schema);
  // MongoDB's driver is loaded where it is used: it is the largest of all libraries.
  if (protocol === 'mongodb:' || protocol === 'mongodb+srv:')
    return async (lost) => (await import('./mongo-job-store.ts')).mongoJobStore(store, collection)(lost);
  throw new Error(
    'The scheduler keeps its jobs on PostgreSQL or MongoDB: give it a postgres:// or mongodb:// address.',
  );
};
