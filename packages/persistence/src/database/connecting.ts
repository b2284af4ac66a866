import type { ClientBase, PoolConfig, QueryConfig } from 'pg';
import { CLOCK, measureTime, type DatabaseTime } from './database-time.ts';
import { isNotSettable, readOnly, silent } from './failures.ts';
import type { Prepared } from './prepared-statement.ts';

/** Time-outs of a statement in milliseconds; 0 means no limit. */
export interface Timeouts {
  /** The server's limit on waiting for a lock. */
  readonly lock: number;
  /** The server's limit on a statement. */
  readonly statement: number;
  /**
   * Our own limit on waiting for the server's answer. Longer than the server's limits, because only the server's limits
   * stop the statement on the server.
   */
  readonly answer: number;
}

/**
 * For requests and claims. A request holds its locks for milliseconds, or for a second or two if many requests need the
 * same row. After the time-out, the caller gets an error and tries again later. We do not retry the statement: the lock
 * is probably still held, and other requests need the connection.
 */
export const REQUEST: Timeouts = { lock: 4_000, statement: 8_000, answer: 10_000 };

/**
 * For a batch of thousands of rows. A batch skips locked rows that it could claim, so the lock time-out applies only to
 * other locks.
 */
export const BATCH: Timeouts = { lock: 4_000, statement: 60_000, answer: 70_000 };

/**
 * For a migration. While a migration waits for a table's lock, every later statement on that table waits too. So a
 * migration waits briefly and is retried. The change itself has no limit, because its duration grows with the table.
 */
export const MIGRATION: Timeouts = { lock: 2_000, statement: 0, answer: 0 };

/** For waits without a time limit, such as for the shared lock (`shared-lock.ts`). */
export const UNLIMITED: Timeouts = { lock: 0, statement: 0, answer: 0 };

/** Milliseconds to wait for a connection before the database counts as unreachable. */
const CONNECT_WITHIN = 5_000;

/** Milliseconds after which the server ends the transaction of a silent client and releases its locks. */
const SILENT_FOR = 60_000;

/**
 * How often the server checks that a client is still connected. If the client is gone, the server ends the statement.
 */
const CLIENT_CHECKED_EVERY = '2s';

/**
 * Overrides settings of the server, database and user: a fixed format for dates and times, and limits for all waits.
 * Also sets READ COMMITTED, so that a statement that has waited for another transaction sees the committed changes.
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

export const poolOptions = (url: string, timeouts: Timeouts) =>
  ({
    ...withOptions(url, settings(timeouts)),
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    // The pool awaits the returned promise, although its types do not show this.
    onConnect: inspectServer as (client: ClientBase) => void,
  }) satisfies PoolConfig;

type Callback = (error: Error | null, result?: unknown) => void;
type Statement = string | (QueryConfig & Pick<Prepared, 'answerWithin'>);

/**
 * Limits how long the statements of a connection wait for the answer. The driver's own time-out and promises would keep
 * each answered statement in memory until a full garbage collection, with its rows and its request. Each minor
 * collection would then copy fifty times as much memory. The driver's cursor objects are not supported, because nothing
 * here uses them.
 */
export const limitAnswers = (client: ClientBase, { answer }: Pick<Timeouts, 'answer'>): void => {
  const send = client.query.bind(client) as (...sent: readonly unknown[]) => unknown;
  const ask = (statement: Statement, values: readonly unknown[] | undefined): Promise<unknown> => {
    // The driver stores the callback in the statement that it receives.
    const copy = typeof statement === 'string' ? statement : { ...statement };
    const limit = (typeof statement === 'string' ? undefined : statement.answerWithin) ?? answer;
    return new Promise((resolve, reject) => {
      const late = limit > 0 ? setTimeout(() => reject(silent()), limit) : undefined;
      const settle: Callback = (error, result) => {
        clearTimeout(late);
        if (error) reject(error);
        else resolve(result);
      };
      send(copy, values, settle);
    });
  };
  const query = async (statement: Statement, values?: readonly unknown[]): Promise<unknown> => {
    try {
      return await ask(statement, values);
    } catch (error) {
      // The driver's stack ends at the socket. The stack captured here contains the use case that sent the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  };
  const queryThen = (statement: Statement, values?: readonly unknown[], callback?: Callback): unknown => {
    const answered = query(statement, values);
    return callback ? answered.then((result) => callback(null, result), callback) : answered;
  };
  client.query = queryThen as typeof client.query;
};

/**
 * In the driver, `options` in the URL replace our options. So we append our options to those of the URL. A connection
 * string with several hosts does not parse as a URL, so it stays unchanged.
 */
const withOptions = (url: string, ours: string): Pick<PoolConfig, 'connectionString' | 'options'> => {
  const address = URL.parse(url);
  const theirs = address?.searchParams.get('options');
  if (!address || !theirs) return { connectionString: url, options: ours };
  address.searchParams.set('options', `${theirs} ${ours}`);
  return { connectionString: address.href };
};

/** Whether a transaction that begins now would be read-only, as on a standby. */
export const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' as read_only`;

/** Whether the server can distribute tables over several nodes. */
const IS_SPREAD = `to_regclass('pg_catalog.pg_dist_node') is not null as spread`;

const withTimeout = (text: string): QueryConfig =>
  // The driver supports this option, but its types lack it.
  ({ text, query_timeout: CONNECT_WITHIN }) as QueryConfig;

export interface ServerTraits {
  /** Whether tables may be spread over several nodes. */
  readonly isSpread: boolean;
  readonly time: DatabaseTime | undefined;
}

/**
 * Rejects a read-only server, so that the next attempt may reach a writable server. Turns on the check for lost
 * clients. Servers on Windows, and some servers with PostgreSQL's protocol, do not support the check.
 */
export const inspectServer = async (client: ClientBase): Promise<ServerTraits> => {
  type Row = { readonly read_only: boolean; readonly spread: boolean; readonly clock: number };
  const ask = (text: string) => measureTime(async () => (await client.query<Row>(withTimeout(text))).rows[0]);
  const check = `set_config('client_connection_check_interval', '${CLIENT_CHECKED_EVERY}', false)`;
  const facts = `${IS_READ_ONLY}, ${IS_SPREAD}, ${CLOCK}`;
  const { row, time } = await ask(`select ${check}, ${facts}`).catch((error: unknown) => {
    if (isNotSettable(error)) return ask(`select ${facts}`);
    throw error;
  });
  if (row?.read_only) throw readOnly();
  return { isSpread: row?.spread ?? false, time };
};
