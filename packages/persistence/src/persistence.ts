import type { Store } from '@vehicle-insurance/core';
import type { Kysely } from 'kysely';
import { portsOn } from './ports-on.ts';
import { openTypedDatabase } from './tables/builder.ts';
import type { StoreOptions } from './tables/store-options.ts';

/**
 * The use of the connection pool. `waiting` is the number of statements and units of work that wait for a connection.
 */
export interface Connections {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

/** Every store port of the core, on a single PostgreSQL database. */
export interface Persistence extends Store {
  /** The current use of the connection pool. */
  connections(): Connections;
  /** How many nodes of a distributed database did not answer their last query. */
  nodesAway(): number;
  /** The tables of another program, such as the console, in the program's own schema of this database. */
  tablesOf<Tables>(schema: string): Kysely<Tables>;
  /**
   * Throws `StoreUnavailable` with the reason unless the database answers and is writable. Also reads the database's
   * time.
   */
  ping(): Promise<void>;
  /** Ends every lease, including leases of killed processes. Use only if no other process works on the database. */
  clearLeases(): Promise<void>;
  /** The names of the mobile-money providers that some payment or refund still needs. */
  providersInUse(): Promise<readonly string[]>;
  /** Waits for running statements and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the store. The database must be migrated (`migrate`) but need not be reachable yet. The store connects on
 * demand, and every call throws `StoreUnavailable` until the database answers. Each new connection checks that the
 * database belongs to this environment. If the check fails, every call rejects with `ForeignDatabase`.
 */
export const persistence = async (options: StoreOptions): Promise<Persistence> =>
  portsOn(await openTypedDatabase(options));
