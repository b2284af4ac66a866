import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { AddIdempotencyKeys } from '../../src/migrations/idempotency-keys.ts';
import { InitialSchema } from '../../src/migrations/initial-schema.ts';
import { RequestCounts } from '../../src/migrations/request-counts.ts';

/** The schema of the first release, for a later one to migrate. */
export const asReleased = async (url: string): Promise<void> => {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'migration',
      migrationsList: [
        { name: '0001 initial schema', class: InitialSchema },
        { name: '0002 idempotency keys', class: AddIdempotencyKeys },
        { name: '0003 request counts', class: RequestCounts },
      ],
      snapshot: false,
      silent: true,
    },
    ensureDatabase: false,
    logger: () => undefined,
  });
  await orm.migrator.up();
  await orm.close(true);
};
