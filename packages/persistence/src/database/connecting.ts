import type { ClientBase, PoolConfig, QueryConfig } from 'pg';
import { CLOCK, timed, type DatabaseTime } from './database-time.ts';
import { isNotSettable, readOnly } from './failures.ts';

/** Milliseconds before a statement is given up; 0 is no limit. */
export interface Timeouts {
  /** The server's limit on waiting for one lock. */
  readonly lock: number;
  /** The server's limit on one statement. */
  readonly statement: number;
  /**
   * Our limit on waiting for the server's answer. Longer than the server's own, which ends the statement as well as the
   * wait.
   */
  readonly answer: number;
}

/**
 * For requests and claims. A request holds its locks for milliseconds, and for a second or two where many want one row.
 * After longer than that the caller is told to try again later; the statement is not retried here, since the lock is
 * still held and others need the connection.
 */
export const REQUEST: Timeouts = { lock: 4_000, statement: 8_000, answer: 10_000 };

/**
 * For a batch of thousands of rows, which no caller waits for. It skips locked rows, so the lock time-out concerns
 * tables.
 */
export const BATCH: Timeouts = { lock: 4_000, statement: 60_000, answer: 70_000 };

/**
 * For a migration. While it waits for a table's lock, every later statement on that table waits behind it: so it waits
 * briefly and is retried. The change itself takes as long as the table is large.
 */
export const MIGRATION: Timeouts = { lock: 2_000, statement: 0, answer: 0 };

/** For locks that are waited for on purpose, however long another process holds them. */
export const UNLIMITED: Timeouts = { lock: 0, statement: 0, answer: 0 };

/** Milliseconds to wait for a connection before the database counts as out of reach. */
const CONNECT_WITHIN = 5_000;

/**
 * Milliseconds after which the server itself ends a transaction whose client has fallen silent, and frees its locks.
 */
const SILENT_FOR = 60_000;

/** How soon the server detects that a client is gone, and stops waiting and working for it. */
const CLIENT_CHECKED_EVERY = '2s';

/**
 * Overrides what a server, database or user may have set: one format for dates and times, READ COMMITTED (a statement
 * sees what the transaction it waited for has committed), and no unlimited waits.
 */
const settings = ({ lock, statement }: Timeouts): string =>
  Object.entries({
    datestyle: 'ISO',
    timezone: 'UTC',
    default_transaction_isolation: 'read\\ committed',
    idle_in_transaction_session_timeout: SILENT_FOR,
    lock_timeout: lock,
    statement_timeout: statement,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** How every connection of ours is made, as options of the driver's pool. */
export const connecting = (url: string, timeouts: Timeouts) =>
  ({
    ...addressed(url, settings(timeouts)),
    connectionTimeoutMillis: CONNECT_WITHIN,
    ...(timeouts.answer > 0 && { query_timeout: timeouts.answer }),
    keepAlive: true,
    // The pool awaits it, which its types do not say.
    onConnect: greet as (client: ClientBase) => void,
  }) satisfies PoolConfig;

/**
 * The driver lets settings in the address override its options, so ours are merged into those. An address with several
 * hosts does not parse as a URL.
 */
const addressed = (url: string, ours: string): Pick<PoolConfig, 'connectionString' | 'options'> => {
  const address = URL.parse(url);
  const theirs = address?.searchParams.get('options');
  if (!address || !theirs) return { connectionString: url, options: ours };
  address.searchParams.set('options', `${theirs} ${ours}`);
  return { connectionString: address.href };
};

/** Whether the server refuses changes in a transaction that begins now, as a standby does. */
export const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' as read_only`;

/** Whether the server can have tables spread over several nodes. */
const IS_SPREAD = `to_regclass('pg_catalog.pg_dist_node') is not null as spread`;

/** A query sent to a new connection, with a time limit. */
const asking = (text: string): QueryConfig =>
  // The driver supports this option; its types lack it.
  ({ text, query_timeout: CONNECT_WITHIN }) as QueryConfig;

/** What a new connection's server is like. */
export interface Greeted {
  /** Whether tables may be spread over several nodes. */
  readonly isSpread: boolean;
  readonly time: DatabaseTime | undefined;
}

/**
 * Refuses a server that takes no changes, so that the next attempt may reach one that does. Asks the server to check
 * for vanished clients where it can: not on Windows, and not on everything that speaks PostgreSQL's protocol.
 */
export const greet = async (client: ClientBase): Promise<Greeted> => {
  type Row = { readonly read_only: boolean; readonly spread: boolean; readonly clock: number };
  const ask = (text: string) => timed(async () => (await client.query<Row>(asking(text))).rows[0]);
  const check = `set_config('client_connection_check_interval', '${CLIENT_CHECKED_EVERY}', false)`;
  const facts = `${IS_READ_ONLY}, ${IS_SPREAD}, ${CLOCK}`;
  const { row, time } = await ask(`select ${check}, ${facts}`).catch((error: unknown) => {
    if (isNotSettable(error)) return ask(`select ${facts}`);
    throw error;
  });
  if (row?.read_only) throw readOnly();
  return { isSpread: row?.spread ?? false, time };
};
