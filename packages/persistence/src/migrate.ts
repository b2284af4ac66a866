import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { connecting, MIGRATION } from './connecting.ts';
import { isWritten } from './environment.ts';
import { asStoreFailure, isLocked } from './failures.ts';
import { CERTIFICATE_OWNERSHIP } from './migrations/certificate-ownership.ts';
import { DatabaseEnvironments } from './migrations/database-environment.ts';
import { DEBITS_AFTER_THE_END } from './migrations/debits-after-the-end.ts';
import { FINISHED_WORK } from './migrations/finished-work.ts';
import { CompanyOffice } from './migrations/company-office.ts';
import { AddIdempotencyKeys } from './migrations/idempotency-keys.ts';
import { InitialSchema } from './migrations/initial-schema.ts';
import { OPERATORS_VIEW } from './migrations/operators-view.ts';
import { RequestCounts } from './migrations/request-counts.ts';
import { WORK_QUEUES } from './migrations/work-queues.ts';
import { writeEnvironment, type Claim } from './write-environment.ts';

/** In order. A released migration is never edited: a new one follows it. */
const MIGRATIONS = [
  { name: '0001 initial schema', class: InitialSchema },
  { name: '0002 idempotency keys', class: AddIdempotencyKeys },
  { name: '0003 request counts', class: RequestCounts },
  { name: '0004 database environment', class: DatabaseEnvironments },
  ...DEBITS_AFTER_THE_END,
  ...CERTIFICATE_OWNERSHIP,
  ...FINISHED_WORK,
  ...OPERATORS_VIEW,
  ...WORK_QUEUES,
  { name: '0012 company office', class: CompanyOffice },
];

/** Any number, the same in every process: the holder migrates, the others wait and then find nothing to do. */
const MIGRATION_LOCK = 7_246_601;

/** Milliseconds between two attempts, so that statements queued behind the first get their turn. */
const PAUSE = 3_000;

/** Which database, and options of `migrate`. */
export interface MigrateOptions extends Claim {
  readonly url: string;
  /** Told, in a sentence, what keeps the migration waiting. */
  readonly say?: ((why: string) => void) | undefined;
  /** How often a migration is tried while its tables are in use; when left out, for about five minutes. */
  readonly attempts?: number | undefined;
}

/**
 * Brings the database's schema up to date. Forward only; every migration is applied as a whole or not at all. While its
 * tables are in use it waits briefly and is retried, so that no other statement has to wait behind it; in the end it
 * fails with an error that says what to do. The environment is recorded in the database first; rejects with
 * `ForeignDatabase`, the database unchanged, when another one is.
 */
export const migrate = ({ url, say, attempts = 60, ...claim }: MigrateOptions): Promise<void> =>
  withMigrator(url, async (orm) => {
    const pool = await orm.em.getConnection().getNativeClient();
    const turn = await pool.connect();
    try {
      await turn.query('set lock_timeout = 0');
      await turn.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      for (let attempt = 1; !(await isDone(orm, turn, claim)); attempt += 1) {
        const why = `The tables to be changed are locked by other sessions${await oldestOf(turn)}.`;
        if (attempt >= attempts)
          throw new Error(
            `${why} The schema is not up to date. Wait until they are done or end them (select pg_terminate_backend(PID)), and run this again.`,
          );
        say?.(`${why} Trying again in ${PAUSE / 1_000} seconds (attempt ${attempt} of ${attempts}).`);
        await pause(PAUSE);
      }
    } finally {
      // Closes the connection, which frees the lock in any case.
      turn.release(true);
    }
  });

/** Applies what is missing. False, the current migration rolled back, when its locks were not granted. */
const isDone = async (orm: MikroORM, turn: ClientBase, claim: Claim): Promise<boolean> => {
  try {
    await writeEnvironment(turn, claim);
    // Each in its own transaction: none keeps its tables locked while the next one waits.
    for (const { name } of await orm.migrator.getPending()) await orm.migrator.up({ to: name });
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
};

/** The oldest open transaction, as far as this user may see it. */
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

/**
 * How many migrations the database still lacks; 0 when its schema is up to date. Rejects with `ForeignDatabase` when
 * another environment is recorded in it.
 */
export const missingMigrations = ({ url, environment }: Pick<MigrateOptions, 'url' | 'environment'>): Promise<number> =>
  withMigrator(url, async (orm) => {
    await isWritten((statement) => orm.em.getConnection().execute(statement), environment);
    return (await orm.migrator.getPending()).length;
  });

const withMigrator = async <Value>(url: string, work: (orm: MikroORM) => Promise<Value>): Promise<Value> => {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'migration',
      migrationsList: MIGRATIONS,
      snapshot: false,
      silent: true,
    },
    ensureDatabase: false,
    driverOptions: connecting(url, MIGRATION),
    logger: () => undefined,
  });
  try {
    return await work(orm);
  } catch (error) {
    throw asStoreFailure(error);
  } finally {
    await orm.close(true);
  }
};
