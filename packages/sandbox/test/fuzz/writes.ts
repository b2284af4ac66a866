import { isSpread } from '@vehicle-insurance/testkit/database';
import pg from 'pg';

export interface Writes {
  /** Rows inserted for a company since the last call, by table; other changes as `update vehicle`. */
  readonly since: ((company: string) => Promise<ReadonlyMap<string, number>>) | undefined;
  forget(): Promise<void>;
  rows<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Tables that any response may change, since they contain no business data. */
const BESIDE = ['idempotency_key', 'api_key', 'journal'];

/** Columns that change without a request: after a provider's notification, and by an event's first reader. */
const NEXT_ATTEMPT =
  '{notified,notifications,due_at,attempts,last_error,failing_since,lease_token,leased_until,version,position}';

/** Logs the writes of the process `writer` in the database; not if it is distributed, since nodes do not know it. */
export const watchWrites = async (url: string, writer: string): Promise<Writes> => {
  const client = new pg.Pool({ connectionString: url, max: 2 });
  const rows = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows;
  const close = () => client.end();
  if (isSpread()) return { since: undefined, forget: async () => undefined, rows, close };
  await client.query(`
    create unlogged table fuzz_write (number bigint generated always as identity, company_id uuid, what text);
    create index on fuzz_write (company_id, number);
    create function log_write() returns trigger language plpgsql as $$
      declare changed text;
    begin
      if current_setting('application_name') <> '${writer}' then return null; end if;
      if tg_op = 'UPDATE' then
        select string_agg(key, ', ') into changed from jsonb_each(to_jsonb(new) - '${NEXT_ATTEMPT}'::text[])
          where to_jsonb(old) -> key is distinct from value;
        if changed is null then return null; end if;
      end if;
      insert into fuzz_write (company_id, what) values (
        (case tg_op when 'DELETE' then old.company_id else new.company_id end),
        case tg_op when 'INSERT' then tg_table_name else lower(tg_op) || ' ' || tg_table_name || coalesce(' (' || changed || ')', '') end);
      return null;
    end $$;
    do $$ declare owned name; begin
      for owned in select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'
          and c.table_name not in ('fuzz_write', ${BESIDE.map((table) => `'${table}'`).join(', ')})
      loop
        execute format('create trigger log_write after insert or update or delete on %I for each row execute function log_write()', owned);
      end loop;
    end $$`);
  const seen = new Map<string, string>();
  return {
    since: async (company) => {
      const { rows } = await client.query<{ what: string; count: number; last: string }>({
        name: 'since',
        text: `select what, count(*)::int as count, max(number)::text as last from fuzz_write
               where company_id = $1 and number > $2 group by what`,
        values: [company, seen.get(company) ?? '0'],
      });
      const last = rows.reduce((most, row) => (BigInt(row.last) > most ? BigInt(row.last) : most), 0n);
      if (rows.length > 0) seen.set(company, String(last));
      return new Map(rows.map(({ what, count }) => [what, count]));
    },
    forget: async () => void (await client.query('truncate fuzz_write')),
    rows,
    close,
  };
};
