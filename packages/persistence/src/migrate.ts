import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { asStoreFailure } from './failures.ts';
import { AddIdempotencyKeys } from './migrations/idempotency-keys.ts';
import { InitialSchema } from './migrations/initial-schema.ts';
import { OperatorsView } from './migrations/operators-view.ts';
import { RequestCounts } from './migrations/request-counts.ts';

/** In the order in which they were made. What has been released is never edited: another one follows it. */
const MIGRATIONS = [
  { name: '0001 initial schema', class: InitialSchema },
  { name: '0002 idempotency keys', class: AddIdempotencyKeys },
  { name: '0003 request counts', class: RequestCounts },
  { name: '0008 operators view', class: OperatorsView },
];

/** Any number, the same in every process: who holds it migrates, the others wait and then find nothing to do. */
const TURN = 7_246_601;

/** Brings the database's schema up to date. Forward only; every migration is kept whole or not at all. */
export const migrate = (url: string): Promise<void> =>
  withMigrator(url, async (orm) => {
    const pool = await orm.em.getConnection().getNativeClient();
    const turn = await pool.connect();
    try {
      await turn.query('select pg_advisory_lock($1)', [TURN]);
      await orm.migrator.up();
    } finally {
      // Ends the session, and the lock with it, whatever has happened.
      turn.release(true);
    }
  });

/** How many migrations the database still lacks; 0 when its schema is up to date. */
export const missingMigrations = (url: string): Promise<number> =>
  withMigrator(url, async (orm) => (await orm.migrator.getPending()).length);

const withMigrator = async <Value>(url: string, work: (orm: MikroORM) => Promise<Value>): Promise<Value> => {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { tableName: 'migration', migrationsList: MIGRATIONS, snapshot: false, silent: true },
    ensureDatabase: false,
    driverOptions: { connectionString: url, connectionTimeoutMillis: 10_000 },
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
