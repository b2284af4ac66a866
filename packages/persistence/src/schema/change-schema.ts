import { setTimeout as pause } from 'node:timers/promises';
import pg, { type ClientBase, type Pool } from 'pg';
import { MIGRATION, poolOptions } from '../database/connecting.ts';
import { asStoreFailure, isLocked } from '../database/failures.ts';

/**
 * An arbitrary number, the same in every process. The holder of this lock changes the schema. The other processes wait,
 * and then find the schema changed.
 */
const SCHEMA_LOCK = 7_246_601;

/** Milliseconds between two attempts, so that statements queued behind the first attempt can run. */
const PAUSE = 3_000;

/** What to do while a change of the schema waits for tables that are in use. */
export interface Retrying {
  /** Called with a sentence for the operator: which sessions block the change, or what `distribute` is doing. */
  readonly say?: ((why: string) => void) | undefined;
  /** Maximum number of attempts while the tables are in use. The default takes about five minutes. */
  readonly attempts?: number | undefined;
}

/**
 * Changes the schema while no other process does. A change is retried if it gets no lock, or if a deadlock rolls it
 * back. So a `change` that fails must roll back, or continue at the same point when called again.
 */
export const changeSchema = async <Value>(
  pool: Pool,
  { say, attempts = 60 }: Retrying,
  change: (turn: ClientBase) => Promise<Value>,
): Promise<Value> => {
  const turn = await pool.connect();
  try {
    await turn.query('set lock_timeout = 0');
    await turn.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await change(turn);
      } catch (error) {
        if (!isLocked(error)) throw error;
      }
      const why = `The tables to be changed are locked by other sessions${await oldestOf(turn)}.`;
      if (attempt >= attempts)
        throw new Error(
          `${why} The schema is not up to date. Wait until they end, or end them (select pg_terminate_backend(PID)); then run this again.`,
        );
      say?.(`${why} Trying again in ${PAUSE / 1_000} seconds (attempt ${attempt} of ${attempts}).`);
      await pause(PAUSE);
    }
  } finally {
    // Closing the connection always releases the lock.
    turn.release(true);
  }
};

/** The oldest open transaction that this database user may see. */
const OLDEST = `
  select pid, application_name as name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
  order by xact_start limit 1`;

const oldestOf = async (client: ClientBase): Promise<string> => {
  const [oldest] = (await client.query<{ pid: number; name: string; seconds: number }>(OLDEST)).rows;
  return oldest
    ? `; the oldest transaction is that of process ${oldest.pid} (${oldest.name || 'no name'}), for ${oldest.seconds} s`
    : '';
};

/** Opens the database for work on its schema, runs the work, and closes the database. */
export const withPool = async <Value>(url: string, work: (pool: Pool) => Promise<Value>): Promise<Value> => {
  const pool = new pg.Pool(poolOptions(url, MIGRATION));
  // A lost connection fails its next statement.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } catch (error) {
    throw asStoreFailure(error);
  } finally {
    await pool.end();
  }
};
