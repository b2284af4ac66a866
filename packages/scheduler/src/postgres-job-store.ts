import { PostgresBackend } from '@agendajs/postgres-backend';
import pg from 'pg';
import type { OpenJobStore } from './job-store.ts';

/** Names that need no quotes, so that they can stand in a search path. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** Nobody waits longer than this for a server that is silent. */
const PATIENCE = { connectionTimeoutMillis: 3_000, query_timeout: 10_000, keepAlive: true } as const;

/**
 * Agenda's jobs in a schema of their own. Agenda's notification channel is not used: it holds a connection, reconnects
 * ten times a second while the server is away, and announces every run to every process. What it would save is a
 * second.
 */
export const postgresJobStore = (url: string, schema: string): OpenJobStore => {
  if (!PLAIN_NAME.test(schema))
    throw new Error('The schema of the scheduler must be a plain lower-case name, for example "scheduler".');
  const connectionString = withSearchPath(url, schema);

  return async (onLost) => {
    let closing = false;
    // The pool resolves before its sockets have closed: what a stopping database says to them then is no news.
    const lost = (cause: unknown): void => {
      if (!closing) onLost(cause);
    };
    const pool = new pg.Pool({
      connectionString,
      max: 4,
      application_name: 'vehicle-insurance scheduler',
      ...PATIENCE,
    });
    pool.on('error', lost);
    // A connection that breaks while it is in use says so itself; unheard, that would end the process.
    pool.on('connect', (client) => client.on('error', lost));
    try {
      const backend = new PostgresBackend({ pool, disableNotifications: true });
      await oneAtATime(pool, schema, () => backend.connect());
      return {
        repository: backend.repository,
        close: () => {
          closing = true;
          return pool.end();
        },
      };
    } catch (cause) {
      await pool.end();
      throw cause;
    }
  };
};

/** Agenda names its table without a schema: the search path of every connection decides where that is. */
const withSearchPath = (url: string, schema: string): string => {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${options} -c search_path=${schema}`.trim());
  return address.href;
};

/** Agenda makes its table at every start, in several steps: processes that start together would step on each other. */
const oneAtATime = async (pool: pg.Pool, schema: string, makeTables: () => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('vehicle-insurance scheduler ' || $1))", [schema]);
    // Asked first: to make a schema, even one that exists, needs a right that a careful operator does not give.
    const { rows } = await client.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [
      schema,
    ]);
    if (!rows[0]?.there) await client.query(`create schema ${schema}`);
    await makeTables();
  } finally {
    // Closing the connection frees the lock.
    client.release(true);
  }
};
