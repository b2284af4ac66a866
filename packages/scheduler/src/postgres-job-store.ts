import { PostgresBackend } from '@agendajs/postgres-backend';
import pg from 'pg';
import type { OpenJobStore } from './job-store.ts';

/** Names that need no quotes in a search path. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** How often the server checks that a client is still connected. Not every server supports this setting. */
const CHECK_CLIENT = "select set_config('client_connection_check_interval', '2s', false)";

/**
 * Whether the server refused the setting. The setting does not exist on Windows, nor on every server that speaks
 * PostgreSQL's protocol.
 */
const isNotSettable = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && ['22023', '42704'].includes(String(cause.code));

const checkClient = async (client: pg.ClientBase): Promise<void> => {
  await client.query(CHECK_CLIENT).catch((cause: unknown) => {
    if (!isNotSettable(cause)) throw cause;
  });
};

/**
 * Limits on waiting for a server that does not answer. `query_timeout` is longer than the server's own limits. The
 * limits differ from those of the persistence package. This store may be on another server, its connection is retried
 * for ever, and no caller waits for it.
 */
const TIMEOUT = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 10_000,
  keepAlive: true,
  // The pool awaits the promise, although its types do not show this.
  onConnect: checkClient as (client: pg.ClientBase) => void,
} as const;
const SERVER_TIMEOUTS = '-c lock_timeout=4s -c statement_timeout=8s';

/**
 * Agenda redefines its function in the database at every start. Citus would redefine the function on every node, and
 * fail while a node is unavailable. This setting limits the change to the coordinator. Servers without Citus ignore the
 * setting.
 */
const ON_THIS_NODE = '-c citus.enable_ddl_propagation=off';

/**
 * Agenda's jobs in their own schema. Agenda's notification channel is not used, although it would save a second. The
 * channel holds a connection, reconnects ten times a second while the server is unavailable, and announces every run to
 * every process.
 */
export const postgresJobStore = (url: string, schema: string): OpenJobStore => {
  if (!PLAIN_NAME.test(schema))
    throw new Error('The schema of the scheduler must be a plain lower-case name, such as "scheduler".');
  const connectionString = withSearchPath(url, schema);

  return async (onLost) => {
    let closing = false;
    // `pool.end()` resolves before the sockets are closed. Later errors of a stopping database do not matter.
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
    // A connection in use also emits its failure as an event. Without a listener, the event would end the process.
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

/** Agenda creates its table at every start, in several steps. Without this lock, concurrent starts would conflict. */
const oneAtATime = async (pool: pg.Pool, schema: string, makeTables: () => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  try {
    // Processes that start together wait for each other, up to the statement time-out.
    await client.query('set lock_timeout = 0');
    await client.query("select pg_advisory_lock(hashtext('vehicle-insurance scheduler ' || $1))", [schema]);
    // Even `create schema if not exists` requires a privilege that the service should not have. So the schema is
    // created only if it is missing.
    const { rows } = await client.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [
      schema,
    ]);
    if (!rows[0]?.there) await client.query(`create schema ${schema}`);
    await makeTables();
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
};
