import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { poolOptions, MIGRATION } from '../database/connecting.ts';
import { changeSchema } from './change-schema.ts';
import { isWritten, type RunStatement, type DatabaseEnvironment } from '../database/environment.ts';
import { asStoreFailure } from '../database/failures.ts';
import { Schema, SCHEMA_NAME } from './schema.ts';
import type { MigrateOptions } from './migrate-options.ts';
import { writeEnvironment } from './write-environment.ts';

/** A migration, and its name in the database's migration table. */
export interface Step {
  readonly name: string;
  readonly class: new (...made: ConstructorParameters<typeof Migration>) => Migration;
}

/**
 * Migrations are applied in this order. A database records their names, so never edit a released migration. Add new
 * migrations at the end.
 */
export const MIGRATIONS: readonly Step[] = [{ name: SCHEMA_NAME, class: Schema }];

/** Like `migrate`, with another list of migrations, for tests. */
export const migrateBy = (
  migrations: readonly Step[],
  { url, environment, isDeclared, ...retrying }: MigrateOptions,
): Promise<void> =>
  withMigrator(
    url,
    async (orm) =>
      changeSchema(await orm.em.getConnection().getNativeClient(), retrying, async (turn) => {
        await refuseUnreleased(orm);
        await writeEnvironment(turn, { environment, isDeclared });
        // Each migration runs in its own transaction, so that no table stays locked while the next migration waits.
        for (const { name } of await orm.migrator.getPending()) await orm.migrator.up({ to: name });
      }),
    migrations,
  );

/** Like `missingMigrations`, for an open database. */
export const missingIn = async (orm: MikroORM, environment: DatabaseEnvironment): Promise<number> => {
  const ask: RunStatement = (statement) => orm.em.getConnection().execute(statement);
  // The migrator would create its migration table, even in a database that belongs to another application.
  if (!(await isWritten(ask, environment)) && !(await isMigrated(ask))) return MIGRATIONS.length;
  await refuseUnreleased(orm);
  return (await orm.migrator.getPending()).length;
};

/** Throws if a version before the first release created this database. */
const refuseUnreleased = async (orm: MikroORM): Promise<void> => {
  const ask: RunStatement = (statement) => orm.em.getConnection().execute(statement);
  if (!(await isMigrated(ask))) return;
  const names = (await orm.migrator.getExecuted()).map(({ name }) => name);
  if (names.length > 0 && !names.includes(SCHEMA_NAME))
    throw new Error(
      'The database was created before the first release and cannot be migrated. Start with an empty database; for a sandbox, remove its data folder.',
    );
};

const isMigrated = async (ask: RunStatement): Promise<boolean> => {
  const [found] = (await ask(`select to_regclass('migration') is not null as "isThere"`)) as readonly {
    readonly isThere: boolean;
  }[];
  return found?.isThere === true;
};

/**
 * Sets the database's name in MikroORM's configuration, where the migrator looks for the name. If no database had the
 * configured name, the migrator would create a database. It would then wait for ever for the connection that holds our
 * lock.
 */
const knowDatabase = async (orm: MikroORM): Promise<void> => {
  const [found] = await orm.em.getConnection().execute<{ name: string }[]>('select current_database() as name');
  orm.config.set('dbName', found?.name);
};

/** Opens the database for work on its schema, runs the work, and closes the database. */
export const withMigrator = async <Value>(
  url: string,
  work: (orm: MikroORM) => Promise<Value>,
  migrations: readonly Step[] = MIGRATIONS,
): Promise<Value> => {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'migration',
      migrationsList: [...migrations],
      snapshot: false,
      silent: true,
    },
    ensureDatabase: false,
    driverOptions: poolOptions(url, MIGRATION),
    logger: () => undefined,
  });
  try {
    await knowDatabase(orm);
    return await work(orm);
  } catch (error) {
    throw asStoreFailure(error);
  } finally {
    await orm.close(true);
  }
};
