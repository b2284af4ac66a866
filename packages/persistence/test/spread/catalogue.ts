import { runSql } from '../test-store.ts';

// Citus hides the shards among the tables, not among the constraints.
const CONSTRAINTS = `
  select conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(pg_constraint.oid) || case when convalidated then '' else ' not checked' end
  as line from pg_constraint join pg_class on pg_class.oid = conrelid where connamespace = 'public'::regnamespace`;

const INDEXES = `select indexdef as line from pg_indexes where schemaname = 'public'`;

const COLUMNS = `
  select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
    pg_get_expr(adbin, adrelid)) as line
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    and attnum > 0 and not attisdropped`;

const TABLES = `
  select concat_ws(' ', relname, relpersistence, reloptions::text) as line from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'`;

/** Everything a schema consists of, each in a line. */
export const catalogueOf = async (url: string): Promise<readonly string[]> => {
  const found = await Promise.all([CONSTRAINTS, INDEXES, COLUMNS, TABLES].map((each) => runSql(url, each)));
  return found
    .flat()
    .map(({ line }) => String(line))
    .toSorted();
};

const DISTRIBUTED = `
  select table_name || ' ' || citus_table_type || ' ' || distribution_column as line from citus_tables order by 1`;

/** How each table is distributed that is. */
export const placementOf = async (url: string): Promise<readonly string[]> =>
  (await runSql(url, DISTRIBUTED)).map(({ line }) => String(line));

/** Every row of every table, as text. */
export const contentOf = async (url: string): Promise<Readonly<Record<string, unknown>>> => {
  const tables = await runSql(
    url,
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const rows = await runSql(url, `select to_jsonb(${String(name)})::text as row from ${String(name)}`);
    content[String(name)] = rows.map(({ row }) => String(row)).toSorted();
  }
  return content;
};
