import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { poolOptions, MIGRATION } from '../database/connecting.ts';
import { changeSchema } from './change-schema.ts';
import { asStoreFailure } from '../database/failures.ts';
import { releasedIn } from './missing-migrations.ts';
import { MIGRATIONS, type Step } from './schema.ts';
import type { MigrateOptions } from './migrate-options.ts';
import { writeEnvironment } from './write-environment.ts';

/**
 * Sets the database's name in MikroORM's configuration, where the migrator looks for the name. If no database had the
 * configured name, the migrator would create a database, and wait for ever for the connection that holds our lock.
 */
const knowDatabase = async (orm: MikroORM): Promise<void> => {
  const [found] = await orm.em.getConnection().execute<{ name: string }[]>('select current_database() as name');
  orm.config.set('dbName', found?.name);
};

const toMigration = ({ name, statements }: Step) => ({
  name,
  class: class extends Migration {
    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  },
});

/** Like `migrate`, with another list of migrations, for tests. */
export const migrateBy = async (
  { url, environment, isDeclared, ...retrying }: MigrateOptions,
  migrations: readonly Step[] = MIGRATIONS,
): Promise<void> => {
  // Constructed directly, because `MikroORM.init` would look for further extensions.
  const orm = new MikroORM({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'migration',
      migrationsList: migrations.map(toMigration),
      snapshot: false,
      silent: true,
    },
    ensureDatabase: false,
    driverOptions: poolOptions(url, MIGRATION),
    logger: () => undefined,
  });
  const connection = orm.em.getConnection();
  try {
    await knowDatabase(orm);
    await changeSchema(await connection.getNativeClient(), retrying, async (turn) => {
      await releasedIn((statement) => connection.execute(statement));
      await writeEnvironment(turn, { environment, isDeclared });
      // Each migration runs in its own transaction, so that no table stays locked while the next migration waits.
      for (const { name } of await orm.migrator.getPending()) await orm.migrator.up({ to: name });
    });
  } catch (error) {
    throw asStoreFailure(error);
  } finally {
    await orm.close(true);
  }
};
