import { withPool } from './change-schema.ts';
import type { MigrateOptions } from './migrate-options.ts';
import { missingIn } from './missing-migrations.ts';

/**
 * Brings the database's schema up to date. A migration cannot be reverted, and is applied as a whole or not at all. If
 * the tables are in use, a migration waits only briefly and is retried, so that other statements do not wait long. If
 * all attempts fail, the error contains instructions. Before the first migration, `migrate` records the environment in
 * the database. If the database records another environment, rejects with `ForeignDatabase` and changes nothing.
 */
export const migrate = async (options: MigrateOptions): Promise<void> => {
  // Imported here, because most programs never migrate and should not load the migrator.
  const { migrateBy } = await import('./migrator.ts');
  await migrateBy(options);
};

/**
 * How many migrations the database lacks; 0 if the schema is up to date. Rejects with `ForeignDatabase` if the database
 * records another environment.
 */
export const missingMigrations = ({ url, environment }: Pick<MigrateOptions, 'url' | 'environment'>): Promise<number> =>
  withPool(url, (pool) => missingIn(async (statement) => (await pool.query<object>(statement)).rows, environment));
