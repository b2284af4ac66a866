import { makeCommitListeners, type Store } from '@vehicle-insurance/core';
import type { Kysely } from 'kysely';
import { openTypedDatabase, type StoreOptions, type TypedDatabase } from './tables/builder.ts';
import { tablesOf } from './database/tables-of.ts';
import { unitOfWork } from './unit-of-work.ts';
import { keyLookup } from './companies/key-lookup.ts';
import { catalogue } from './quotes/catalogue.ts';
import { books } from './books/books.ts';
import { contractDays } from './contracts/contract-days.ts';
import { contractQueries } from './contracts/queries.ts';
import { clearLeases, dueWork } from './work/due-work.ts';
import { jobRuns } from './work/job-runs.ts';
import { journal } from './history/journal.ts';
import { idempotencyKeys } from './work/idempotency-keys.ts';
import { paymentQueries } from './payments/queries.ts';
import { figures } from './operators/figures.ts';
import { lookUps } from './operators/look-ups.ts';
import { providersInUse } from './payments/providers-in-use.ts';
import { statements } from './statements/queries.ts';
import { quoteQueries } from './quotes/queries.ts';
import { vehicleQueries } from './vehicles/queries.ts';
import { workQueries } from './operators/work-status.ts';

/** Use of the connection pool. */
export interface Connections {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

/** Every store port of the core, on one PostgreSQL database. */
export interface Persistence extends Store {
  /** The number of open connections, their maximum, and the number of statements that wait for one. */
  connections(): Connections;
  /** How many nodes of a distributed database did not answer the last query. */
  nodesAway(): number;
  /** The tables of another program, such as the console, in that program's own schema of this database. */
  tablesOf<Tables>(schema: string): Kysely<Tables>;
  /** Throws `StoreUnavailable` with the reason unless the database answers and is writable. Also reads its time. */
  ping(): Promise<void>;
  /** Ends every lease, including those of killed processes. Only for a database that no other process works on. */
  clearLeases(): Promise<void>;
  /** The mobile-money providers that some payment or refund still needs, by name. */
  providersInUse(): Promise<readonly string[]>;
  /** Waits for running statements and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the store. The database must be migrated (`migrate`) but need not be reachable yet. Connections are made when
 * they are needed, and every call throws `StoreUnavailable` until the database answers. Each new connection checks that
 * the database belongs to this environment. If it does not, every call rejects with `ForeignDatabase`.
 */
export const persistence = async (options: StoreOptions): Promise<Persistence> =>
  portsOn(await openTypedDatabase(options));

/** The ports on an open database, each with an empty cache. */
export const portsOn = (store: TypedDatabase): Persistence => {
  const { committed, onCommitted } = makeCommitListeners();
  return {
    unitOfWork: unitOfWork(store, committed),
    onCommitted,
    dueWork: dueWork(store),
    vehicleQueries: vehicleQueries(store),
    quoteQueries: quoteQueries(store),
    contractQueries: contractQueries(store),
    contractDays: contractDays(store),
    paymentQueries: paymentQueries(store),
    workQueries: workQueries(store),
    jobRuns: jobRuns(store),
    lookUps: lookUps(store),
    idempotencyKeys: idempotencyKeys(store),
    keyLookup: keyLookup(store),
    catalogue: catalogue(store),
    journal: journal(store),
    books: books(store),
    figures: figures(store),
    statements: statements(store),
    connections: () => {
      const { totalCount, idleCount, waitingCount, options } = store.pool;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, limit: options.max };
    },
    nodesAway: store.nodes.count,
    tablesOf: (schema) => tablesOf(store, schema),
    ping: store.ping,
    clearLeases: () => clearLeases(store),
    providersInUse: () => providersInUse(store),
    close: store.close,
  };
};
