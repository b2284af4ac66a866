import { changeSchema, withPool, type Retrying } from '../change-schema.ts';
import { MIGRATION } from '../../database/connecting.ts';
import { nameMigrateCommand } from '../../database/migrate-command.ts';
import type { MigrateOptions } from '../migrate-options.ts';
import { missingIn } from '../missing-migrations.ts';
import { queryWith, letTakeShards, nodesOf, type Query, type Node } from './cluster.ts';
import { PLACEMENT, UNREFERENCED } from './placement.ts';

/** The database and options of `distribute`. */
export type DistributeOptions = Pick<MigrateOptions, 'url' | 'environment'> & Retrying;

/**
 * Distributes the tables with their rows over the nodes of a Citus cluster. `url` is that of the database on the
 * coordinator. Runs in a single transaction, under the lock of migrations. Returns the number of tables that this call
 * distributed, or 0 if all were distributed before. Run `distribute` again after a migration that adds a table. If the
 * cluster or schema is not ready, throws and changes nothing.
 */
export const distribute = ({ url, environment, ...retrying }: DistributeOptions): Promise<number> =>
  withPool(url, (pool) =>
    changeSchema(pool, retrying, async (client) => {
      const ask = queryWith(client);
      const nodes = await nodesOf(ask);
      const missing = await missingIn(ask, environment);
      if (missing > 0)
        throw new Error(
          `The schema is not up to date (${missing} migrations are missing): run \`${nameMigrateCommand()}\` first.`,
        );
      const tables = await findUndistributed(ask);
      if (tables.length > 0) await inTransaction(ask, () => place(ask, tables, nodes, retrying.say));
      return tables.length;
    }),
  );

const inTransaction = async (ask: Query, work: () => Promise<void>): Promise<void> => {
  await ask('begin');
  try {
    await work();
    await ask('commit');
  } catch (error) {
    await ask('rollback').catch(() => undefined);
    throw error;
  }
};

const place = async (
  ask: Query,
  placed: typeof PLACEMENT,
  nodes: readonly Node[],
  say: Retrying['say'] = () => undefined,
): Promise<void> => {
  // Citus must change tables with foreign keys to a reference table over a single connection to each node.
  await ask(`set local citus.multi_shard_modify_mode = 'sequential'`);
  await ask(`set local lock_timeout = ${MIGRATION.lock}`);
  const tables = placed.map(({ table }) => table);
  await ask(`lock table ${[...tables, 'api_key'].join(', ')} in access exclusive mode`);
  const foreignKeys = await ask<ForeignKey>(foreignKeysOf(tables));
  for (const { table, name } of foreignKeys) await ask(`alter table ${table} drop constraint ${name}`);
  // Citus cannot distribute a table that has triggers.
  for (const { table, name } of await ask<Named>(triggersOf(tables))) await ask(`drop trigger ${name} on ${table}`);
  for (const [index, { table, isOnCoordinator, statement }] of placed.entries()) {
    const rows = await countOf(ask, table);
    say(`Distributing ${table} (${index + 1} of ${placed.length}), ${rows} rows.`);
    if (isOnCoordinator) await letTakeShards(ask, nodes, ({ isCoordinator }) => isCoordinator);
    await ask(statement);
    if (isOnCoordinator) await letTakeShards(ask, nodes, ({ takesShards }) => takesShards);
    // Removes the local copies of the rows, which no statement reads any more.
    await ask(`select truncate_local_data_after_distributing_table('${table}')`);
    const kept = await countOf(ask, table);
    if (kept !== rows) throw new Error(`${table} had ${rows} rows but ${kept} after the copy. Nothing was changed.`);
  }
  say('Adding the foreign keys again and checking them.');
  for (const { table, name, to, definition } of foreignKeys)
    if (!UNREFERENCED.includes(`${table} -> ${to}`))
      await ask(`alter table ${table} add constraint ${name} ${definition}`);
};

const DISTRIBUTED = `
  select table_name::text as table, nullif(distribution_column, '<none>') as by from citus_tables
  where citus_table_type in ('distributed', 'reference')`;

/** The tables that are not distributed yet. Throws if a table is distributed differently from `PLACEMENT`. */
const findUndistributed = async (ask: Query): Promise<typeof PLACEMENT> => {
  const distributed = new Map(
    (await ask<{ table: string; by: string | null }>(DISTRIBUTED)).map(({ table, by }) => [table, by]),
  );
  const other = PLACEMENT.find(({ table, by }) => distributed.has(table) && distributed.get(table) !== by);
  if (other)
    throw new Error(
      `${other.table} is distributed differently, by ${distributed.get(other.table) ?? 'nothing'}: undo it with \`select undistribute_table('${other.table}', cascade_via_foreign_keys => true)\`, and run this again.`,
    );
  return PLACEMENT.filter(({ table }) => !distributed.has(table));
};

interface Named {
  readonly table: string;
  readonly name: string;
}

interface ForeignKey extends Named {
  readonly to: string;
  readonly definition: string;
}

const regclasses = (tables: readonly string[]): string =>
  `(${tables.map((table) => `'${table}'::regclass`).join(', ')})`;

/** Excludes the triggers that implement constraints. */
const triggersOf = (tables: readonly string[]): string => `
  select tgrelid::regclass::text as table, quote_ident(tgname) as name
  from pg_trigger where tgrelid in ${regclasses(tables)} and not tgisinternal order by 1, 2`;

const foreignKeysOf = (tables: readonly string[]): string => {
  const these = regclasses(tables);
  return `
    select conrelid::regclass::text as table, quote_ident(conname) as name, confrelid::regclass::text as to,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and (conrelid in ${these} or confrelid in ${these})
    order by 1, 2`;
};

const countOf = async (ask: Query, table: string): Promise<number> => {
  const [counted] = await ask<{ count: string }>(`select count(*) as count from ${table}`);
  return Number(counted?.count);
};
