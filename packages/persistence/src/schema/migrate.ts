import type { MigrateOptions } from './migrate-options.ts';
import { migrateBy, MIGRATIONS, missingIn, withMigrator } from './migrator.ts';

/**
 * Brings the database's schema up to date. There is no way back; every migration is applied as a whole or not at all. A
 * migration whose tables are in use waits only briefly and is retried, so that other statements do not wait behind it.
 * If all attempts fail, the error contains instructions. The environment is recorded in the database first. If another
 * one is recorded, rejects with `ForeignDatabase` and changes nothing.
 */
export const migrate = (options: MigrateOptions): Promise<void> => migrateBy(MIGRATIONS, options);

/**
 * How many migrations the database lacks; 0 if its schema is up to date. Rejects with `ForeignDatabase` if the database
 * records another environment.
 */
export const missingMigrations = ({ url, environment }: Pick<MigrateOptions, 'url' | 'environment'>): Promise<number> =>
  withMigrator(url, (orm) => missingIn(orm, environment));
