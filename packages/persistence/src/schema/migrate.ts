import type { MigrateOptions } from './migrate-options.ts';
import { migrateBy, MIGRATIONS, missingIn, withMigrator } from './migrator.ts';

/**
 * Brings the database's schema up to date. A migration cannot be reverted, and is applied as a whole or not at all. If
 * the tables are in use, a migration waits only briefly and is retried, so that other statements do not wait. If all
 * attempts fail, the error contains instructions. Before the first migration, `migrate` records the environment in the
 * database. If the database records another environment, rejects with `ForeignDatabase` and changes nothing.
 */
export const migrate = (options: MigrateOptions): Promise<void> => migrateBy(MIGRATIONS, options);

/**
 * How many migrations the database lacks; 0 if the schema is up to date. Rejects with `ForeignDatabase` if the database
 * records another environment.
 */
export const missingMigrations = ({ url, environment }: Pick<MigrateOptions, 'url' | 'environment'>): Promise<number> =>
  withMigrator(url, (orm) => missingIn(orm, environment));
