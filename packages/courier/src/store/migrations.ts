import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

/** The courier has its own schema, because other programs may use the same database. */
export const SCHEMA = 'courier';

const MIGRATIONS = {
  '0001-schema': {
    up: async (db: Kysely<unknown>): Promise<void> => {
      const schema = db.schema.withSchema(SCHEMA);
      await schema
        .createTable('feed')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('problem', 'text')
        .addColumn('last_event', 'jsonb')
        .addColumn('company', 'text')
        .execute();
      await schema
        .createTable('endpoint')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('feed', 'text', (column) => column.notNull().references('feed.name'))
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('types', sql`text[]`)
        .addColumn('secrets', sql`text[]`, (column) => column.notNull())
        .addColumn('is_on', 'boolean', (column) => column.notNull().defaultTo(true))
        .addColumn('off_reason', 'text')
        .addColumn('description', 'text')
        .addColumn('quiet_until', 'timestamptz')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
      await schema
        .createTable('delivery')
        .addColumn('endpoint_id', 'text', (column) => column.notNull().references('endpoint.id').onDelete('cascade'))
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('webhook_id', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting'))
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
        .addColumn('leased_until', 'timestamptz')
        .addColumn('lease', 'text')
        .addColumn('last_result', 'text')
        .addColumn('history', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'`))
        .addColumn('waiting_since', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
        .addPrimaryKeyConstraint('delivery_pkey', ['endpoint_id', 'position'])
        .execute();
      await schema
        .createIndex('delivery_due')
        .on('delivery')
        .columns(['endpoint_id', 'due_at', 'position'])
        .where(sql.ref('state'), '=', sql.lit('waiting'))
        .execute();
      await schema
        .createIndex('delivery_in_order')
        .on('delivery')
        .columns(['endpoint_id', 'subject', 'position'])
        .where(sql.ref('state'), '=', sql.lit('waiting'))
        .execute();
      // Given-up deliveries are counted often. Without this index, each count would read a month of delivered rows.
      await schema
        .createIndex('delivery_given_up')
        .on('delivery')
        .column('endpoint_id')
        .where(sql.ref('state'), '=', sql.lit('given_up'))
        .execute();
    },
  },
  // Old delivered rows are deleted every hour. Without this index, that would read all delivered rows of an endpoint.
  '0002-delivered-index': {
    up: (db: Kysely<unknown>): Promise<void> =>
      db.schema
        .withSchema(SCHEMA)
        .createIndex('delivery_delivered')
        .on('delivery')
        .columns(['endpoint_id', 'due_at'])
        .where(sql.ref('state'), '=', sql.lit('delivered'))
        .execute(),
  },
};

/**
 * Migrates the schema. If several processes start at once, only one of them migrates. A schema of a later version of
 * the courier is left unchanged.
 */
export const migrate = async (db: Kysely<Tables>): Promise<void> => {
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const migrator = new Migrator({
    db,
    provider,
    migrationTableSchema: SCHEMA,
    // By default, the migrator requires that migrations were applied at ascending times. A clock that was set back
    // would block every later migration.
    allowUnorderedMigrations: true,
  });
  const known = await migrator.getMigrations();
  if (known.every(({ executedAt }) => executedAt !== undefined)) return;
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('The schema cannot be migrated.');
};
