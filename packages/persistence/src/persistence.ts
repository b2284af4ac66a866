import type { Store } from '@vehicle-insurance/core';
import type { Kysely } from 'kysely';
import { portsOn } from './ports-on.ts';
import { openTypedDatabase } from './tables/builder.ts';
import type { StoreOptions } from './tables/store-options.ts';

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
