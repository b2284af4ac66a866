import pg from 'pg';
import { connecting, IS_READ_ONLY, UNLIMITED } from './connecting.ts';
import { asStoreFailure, readOnly } from './failures.ts';

/** Lets the processes on one database work side by side, or one of them alone. */
export interface ProcessGate {
  /** Runs beside others, in every process; waits while somebody is alone, or waits to be. */
  pass<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Runs when those inside have left, and keeps everybody out meanwhile. One at a time. */
  alone<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Waits for those inside and closes the connections. */
  close(): Promise<void>;
}

/** Any number, the same in every process. */
const GATE = 7_246_602;

/**
 * Those inside keep a connection each, which must not come from those they work with: they would wait for themselves.
 * Each of four jobs may have one inside for the work it has left behind and one for its next round; the rest is for who
 * waits to be alone. Who finds none free is refused after a while, so that there must be enough.
 */
const CONNECTIONS = 12;

const SHARED = ['pg_advisory_lock_shared', 'pg_advisory_unlock_shared'] as const;
const EXCLUSIVE = ['pg_advisory_lock', 'pg_advisory_unlock'] as const;

/** Made of the database's own locks: a process that dies, or loses its connection, has left. */
export const processGate = (url: string): ProcessGate => {
  const pool = new pg.Pool({ ...connecting(url, UNLIMITED), max: CONNECTIONS });
  const nobodyToTell = (): void => undefined;
  pool.on('error', nobodyToTell);
  pool.on('connect', (client) => client.on('error', nobodyToTell));

  const holding =
    ([lock, unlock]: typeof SHARED | typeof EXCLUSIVE) =>
    async <Value>(run: () => Promise<Value>): Promise<Value> => {
      const client = await pool.connect().catch(failed);
      let entered = false;
      try {
        // A lock of a server that others have left keeps them from nothing.
        const { rows } = await client
          .query<{ read_only: boolean }>(`select ${lock}($1), ${IS_READ_ONLY}`, [GATE])
          .catch(failed);
        if (rows[0]?.read_only) failed(readOnly());
        entered = true;
        return await run();
      } finally {
        const unlocked =
          entered &&
          (await client.query(`select ${unlock}($1)`, [GATE]).then(
            () => true,
            () => false,
          ));
        // A connection that cannot give the lock back gives it back by ending.
        client.release(!unlocked);
      }
    };
  return { pass: holding(SHARED), alone: holding(EXCLUSIVE), close: () => pool.end() };
};

const failed = (error: unknown): never => {
  throw asStoreFailure(error);
};
