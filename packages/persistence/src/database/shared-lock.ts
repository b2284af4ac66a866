import pg from 'pg';
import { poolOptions, IS_READ_ONLY, UNLIMITED } from './connecting.ts';
import { asStoreFailure, readOnly } from './failures.ts';

/** A lock over all processes on the same database: shared, or exclusive. */
export interface DatabaseLock {
  /** Runs under the shared lock. Waits while another holder has the exclusive lock or waits for the exclusive lock. */
  pass<Value>(run: () => Promise<Value>): Promise<Value>;
  /**
   * Runs under the exclusive lock. Waits until all shared holders have finished. New shared holders wait until the
   * exclusive lock is released.
   */
  alone<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Waits for holders in this process and closes the connections. */
  close(): Promise<void>;
}

/** An arbitrary number, the same in every process. */
const LOCK = 7_246_602;

/**
 * Each holder occupies a connection. The lock needs its own pool: in the pool that does the work, holders would wait
 * for themselves. Each of four jobs may hold the lock twice, for unfinished work and for its next run. The other
 * connections are for exclusive holders. A holder that gets no connection fails after a while.
 */
const CONNECTIONS = 12;

const SHARED = ['pg_advisory_lock_shared', 'pg_advisory_unlock_shared'] as const;
const EXCLUSIVE = ['pg_advisory_lock', 'pg_advisory_unlock'] as const;

/** PostgreSQL's advisory locks: a process that dies or loses its connection also loses the lock. */
export const sharedLock = (url: string): DatabaseLock => {
  const pool = new pg.Pool({ ...poolOptions(url, UNLIMITED), max: CONNECTIONS });
  // The lost connection needs no handling here: its next statement fails or, if it is idle, the pool drops it. Without
  // a listener, the event would end the process.
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));

  const holding =
    ([lock, unlock]: typeof SHARED | typeof EXCLUSIVE) =>
    async <Value>(run: () => Promise<Value>): Promise<Value> => {
      const client = await pool.connect().catch(failed);
      let locked = false;
      try {
        // On a read-only server, as after a failover, the lock excludes no other process.
        const { rows } = await client
          .query<{ read_only: boolean }>(`select ${lock}($1), ${IS_READ_ONLY}`, [LOCK])
          .catch(failed);
        if (rows[0]?.read_only) failed(readOnly());
        locked = true;
        return await run();
      } finally {
        const unlocked =
          locked &&
          (await client.query(`select ${unlock}($1)`, [LOCK]).then(
            () => true,
            () => false,
          ));
        // If the unlock fails, closing the connection releases the lock.
        client.release(!unlocked);
      }
    };
  return { pass: holding(SHARED), alone: holding(EXCLUSIVE), close: () => pool.end() };
};

const failed = (error: unknown): never => {
  throw asStoreFailure(error);
};
