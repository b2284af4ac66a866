import type { OpenJobStore } from './job-store.ts';
import { postgresJobStore } from './postgres-job-store.ts';

export interface JobStoreOptions {
  /** `postgres://…` or `mongodb://…`. */
  readonly store: string;
  /** Environments that share a store have separate jobs. */
  readonly environment: 'sandbox' | 'staging' | 'production';
  /** Agenda's schema on PostgreSQL. Default: `scheduler`, with the environment as suffix, except in production. */
  readonly schema?: string;
  /**
   * Agenda's collection on MongoDB. Default: `scheduler_jobs`, with the environment as suffix, except in production.
   */
  readonly collection?: string;
}

/** The default names in an environment. */
export const namesOf = (
  environment: JobStoreOptions['environment'],
): Readonly<Record<'schema' | 'collection', string>> => {
  const suffix = environment === 'production' ? '' : `_${environment}`;
  return { schema: `scheduler${suffix}`, collection: `scheduler_jobs${suffix}` };
};

/**
 * Returns the function that opens the store at this address. Throws if the address is neither of PostgreSQL nor of
 * MongoDB.
 */
export const chooseJobStore = ({
  store,
  environment,
  schema = namesOf(environment).schema,
  collection = namesOf(environment).collection,
}: JobStoreOptions): OpenJobStore => {
  const protocol = /^[a-z+]+:/.exec(store)?.[0];
  if (protocol === 'postgres:' || protocol === 'postgresql:') return postgresJobStore(store, schema);
  // MongoDB's driver is large, so it is loaded only if it is used.
  if (protocol === 'mongodb:' || protocol === 'mongodb+srv:')
    return async (lost) => (await import('./mongo-job-store.ts')).mongoJobStore(store, collection)(lost);
  throw new Error(
    'The scheduler stores its jobs on PostgreSQL or MongoDB: set its address to postgres://… or mongodb://….',
  );
};
