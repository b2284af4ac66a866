import { isWritten, type DatabaseEnvironment, type RunStatement } from '../database/environment.ts';
import { MIGRATIONS, SCHEMA_NAME } from './schema.ts';

/** Like `missingMigrations`, for an open database. */
export const missingIn = async (ask: RunStatement, environment: DatabaseEnvironment): Promise<number> => {
  await isWritten(ask, environment);
  const applied = await releasedIn(ask);
  return MIGRATIONS.filter(({ name }) => !applied.includes(name)).length;
};

/** The names of the applied migrations. Throws if a version before the first release created this database. */
export const releasedIn = async (ask: RunStatement): Promise<readonly string[]> => {
  const applied = await appliedIn(ask);
  if (applied.length > 0 && !applied.includes(SCHEMA_NAME))
    throw new Error(
      'The database was created before the first release and cannot be migrated. Start with an empty database; for a sandbox, remove its data folder.',
    );
  return applied;
};

const appliedIn = async (ask: RunStatement): Promise<readonly string[]> => {
  const [found] = (await ask(`select to_regclass('migration') is not null as "isThere"`)) as readonly {
    readonly isThere: boolean;
  }[];
  if (found?.isThere !== true) return [];
  return ((await ask('select name from migration')) as readonly { readonly name: string }[]).map(({ name }) => name);
};
