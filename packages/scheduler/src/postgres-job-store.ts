import { PostgresBackend } from '@agendajs/postgres-backend';
import pg from 'pg';
import type { OpenJobStore } from './job-store.ts';

/** Names that need no quotes in a search path. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** How soon the server detects that a client is gone. Not every server supports it. */
const CHECK_CLIENT = "select set_config('client_connection_check_interval', '2s', false)";

/** On Windows, and on other servers that speak PostgreSQL's protocol, the setting may not exist. */
const isNotSettable = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && ['22023', '42704'].includes(String(cause.code));

const checkClient = async (client: pg.ClientBase): Promise<void> => {
  await client.query(CHECK_CLIENT).catch((cause: unknown) => {
    if (!isNotSettable(cause)) throw cause;
  });
};

/**
 * Limits on waiting for a silent server, which gives up a statement before that. Not those of the persistence package:
 * this store may be another server, is retried for ever, and no caller waits for it.
 */
const TIMEOUT = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 10_000,
  keepAlive: true,
  // The pool awaits it, which its types do not say.
  onConnect: checkClient as (client: pg.ClientBase) => void,
} as const;
const SERVER_TIMEOUTS = '-c lock_timeout=4s -c statement_timeout=8s';

/**
 * Agenda defines its function anew at every start. In a distributed database that would be done on every node, and fail
 * while one is away; what is defined here is the coordinator's alone. Servers without Citus ignore the setting.
 */
const ON_THIS_NODE = '-c citus.enable_ddl_propagation=off';

/**
 * Agenda's jobs in a schema of their own. Agenda's notification channel is not used: it holds a connection, reconnects
 * ten times a second while the server is away, and announces every run to every process. It would save a second.
 */
export const postgresJobStore = (url: string, schema: string): OpenJobStore => {
  if (!PLAIN_NAME.test(schema))
    throw new Error('The schema of the scheduler must be a plain lower-case name, for example "scheduler".');
  const connectionString = withSearchPath(url, schema);

  return async (onLost) => {
    let closing = false;
    // The pool resolves before its sockets have closed: errors from a stopping database after that do not matter.
    const lost = (cause: unknown): void => {
      if (!closing) onLost(cause);
    };
    const pool = new pg.Pool({
      connectionString,
      max: 4,
      application_name: 'vehicle-insurance scheduler',
      ...TIMEOUT,
    });
    pool.on('error', lost);
    // A connection in use reports its own failure too; without a listener that would end the process.
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

/** Agenda names its table without a schema, so every connection sets the search path. */
const withSearchPath = (url: string, schema: string): string => {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${options} ${SERVER_TIMEOUTS} ${ON_THIS_NODE} -c search_path=${schema}`.trim());
  return address.href;
};

/** Agenda creates its table at every start, in several steps: concurrent starts would conflict. */
const oneAtATime = async (pool: pg.Pool, schema: string, makeTables: () => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  try {
    // Several that start at once wait for each other, as long as any statement may take.
    await client.query('set lock_timeout = 0');
    await client.query("select pg_advisory_lock(hashtext('vehicle-insurance scheduler ' || $1))", [schema]);
    // Checked first: even `create schema if not exists` needs a privilege that a careful operator does not grant.
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
