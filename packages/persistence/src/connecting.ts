import type { ClientBase, PoolConfig, QueryConfig } from 'pg';
import { isNotSettable, readOnly } from './failures.ts';

/** Milliseconds after which work on a statement ends; 0 is as long as it takes. */
export interface Timeouts {
  /** The server's, for one lock. */
  readonly lock: number;
  /** The server's, for one statement. */
  readonly statement: number;
  /** Ours, for the server's answer: longer than the server's own, which ends the statement as well as the waiting. */
  readonly answer: number;
}

/**
 * For requests and claims. What a caller waits for is locked for milliseconds, and for a second or two where many want
 * one row. One who has waited longer is told to come back rather than begun again: the lock is still there, and the
 * connection is needed by others.
 */
export const REQUEST: Timeouts = { lock: 4_000, statement: 8_000, answer: 10_000 };

/** For a batch of thousands of rows, which no caller waits for. It passes locked rows over: its locks are tables'. */
export const BATCH: Timeouts = { lock: 4_000, statement: 60_000, answer: 70_000 };

/**
 * For a migration. Everything that wants its table waits behind it while it waits for that table: so it waits briefly,
 * and is begun again. A change that it makes takes as long as the table is large.
 */
export const MIGRATION: Timeouts = { lock: 2_000, statement: 0, answer: 0 };

/** For locks that are waited for on purpose, however long another process holds them. */
export const UNLIMITED: Timeouts = { lock: 0, statement: 0, answer: 0 };

/** Milliseconds to wait for a connection before the database counts as out of reach. */
const CONNECT_WITHIN = 5_000;

/** Milliseconds after which the server itself ends a transaction whose client has fallen silent, and its locks. */
const SILENT_FOR = 60_000;

/** How soon the server notices that a client has gone, and stops waiting and working for it. */
const CLIENT_CHECKED_EVERY = '2s';

/**
 * However a server, a database or a user is set up: dates and times are written to us in one way, a statement of its
 * own sees what another has left that it waited for, and nothing waits for ever.
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

/** How every connection of ours is made: for a pool of the driver. */
export const connecting = (url: string, timeouts: Timeouts) =>
  ({
    ...addressed(url, settings(timeouts)),
    connectionTimeoutMillis: CONNECT_WITHIN,
    ...(timeouts.answer > 0 && { query_timeout: timeouts.answer }),
    keepAlive: true,
    // The pool waits for it, which its types do not say.
    onConnect: greet as (client: ClientBase) => void,
  }) satisfies PoolConfig;

/** What an address says prevails with the driver: our settings join those in it. Several hosts make no URL. */
const addressed = (url: string, ours: string): Pick<PoolConfig, 'connectionString' | 'options'> => {
  const address = URL.parse(url);
  const theirs = address?.searchParams.get('options');
  if (!address || !theirs) return { connectionString: url, options: ours };
  address.searchParams.set('options', `${theirs} ${ours}`);
  return { connectionString: address.href };
};

/** Whether the server takes changes in a transaction that begins now: a standby does not. */
export const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' as read_only`;

/** What is asked of a new connection, in time. */
const asking = (text: string): QueryConfig =>
  // The driver reads it, its types do not know it.
  ({ text, query_timeout: CONNECT_WITHIN }) as QueryConfig;

/**
 * A server that takes no changes is refused, so that the next attempt may find one that does. The client is checked by
 * every server that can: not on Windows, and not by everything that speaks PostgreSQL's protocol.
 */
export const greet = async (client: ClientBase): Promise<void> => {
  const ask = async (text: string) => (await client.query<{ read_only: boolean }>(asking(text))).rows[0];
  const check = `set_config('client_connection_check_interval', '${CLIENT_CHECKED_EVERY}', false)`;
  const greeted = await ask(`select ${check}, ${IS_READ_ONLY}`).catch((error: unknown) => {
    if (isNotSettable(error)) return ask(`select ${IS_READ_ONLY}`);
    throw error;
  });
  if (greeted?.read_only) throw readOnly();
};
