import process from 'node:process';
import type pg from 'pg';
import { COUNTS } from '../size/grown.ts';

export const COMPANY = '10000000-0000-7000-8000-000000000000';
/** The contracts were sold evenly over these days. */
const FIRST_DAY = '2025-07-01';
const DAYS = 548;
/** The status of a contract depends on this day. */
const TODAY = '2026-12-15';
/** One in this number of quotes without a contract has a pending payment. */
const PENDING_EVERY = 33_333;

/** An id that ends with a number, so that rows refer to each other without look-ups. */
const id = (kind: number, n = 'n'): string => `('${kind}' || lpad(to_hex(${n}), 31, '0'))::uuid`;

const isCancelled = (n: string): string => `${n} % 100 = 7`;

/** Vehicles and contracts have numbers from 1 to `size`. Contract n has quote 2n; odd quotes have no contract. */
const ROWS: Readonly<Record<string, (size: number) => string>> = {
  vehicle: (size) => `
    insert into vehicle (company_id, id, ordinal, type, licence_plate, brand, model, year, first_road_date,
      original_value, market_value, energy, power, seats, created)
    select '${COMPANY}', ${id(1)}, n, 'auto', 'AA-' || n, 'Toyota', 'Corolla', 2021, '2021-06-01', 14000000, 9000000,
      'essence', 7, 5, timestamptz '${FIRST_DAY}' + n * interval '1 second'
    from generate_series(1, ${size}) n`,
  quote: (size) => `
    insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage,
      start_date, policyholder_name, policyholder_phone, created, vehicle_ordinal, paid)
    select '${COMPANY}', ${id(2)}, n, ${id(1, '(n + 1) / 2')}, '{"id": "third-party", "properties": []}', 1,
      '{"amount": 100000}', 12, 'pleasure', '${FIRST_DAY}', 'Awa Koné', '+22507' || lpad((n / 2 % 1e8)::text, 8, '0'),
      timestamptz '${FIRST_DAY}' + n * interval '1 second', 2 - n % 2, n % 2 = 0
    from generate_series(1, ${size} * 2) n`,
  payment: (size) => `
    insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, processing_seen,
      created, completed, due_at, attempts)
    select '${COMPANY}', ${id(3)}, ${id(2)}, case n % 2 when 0 then 'succeeded' else 'pending' end, 'wave',
      '+22507' || lpad((n / 2 % 1e8)::text, 8, '0'), 100000, 1000, 'cos-' || n, false, created,
      case n % 2 when 0 then created end, case n % 2 when 1 then created end, 0
    from generate_series(1, ${size} * 2) n
      cross join lateral (values (timestamptz '${FIRST_DAY}' + n * interval '1 second')) at (created)
    where n % 2 = 0 or n / 2 % ${PENDING_EVERY} = 0`,
  contract: (size) => `
    insert into contract (company_id, id, ordinal, quote_id, vehicle_id, payment_id, policy_number, status, start_date,
      end_date, paid_on, created, updated, attempts, vehicle_ordinal, quote_ordinal, cancelled_at, cancelled_reason,
      cancellation)
    select '${COMPANY}', ${id(4)}, n, ${id(2, 'n * 2')}, ${id(1)}, ${id(3, 'n * 2')}, 'VI-1-' || n,
      case when start_date > '${TODAY}' then 'pending' when end_date < '${TODAY}' then 'expired' else 'started' end,
      start_date, end_date, sold, sold, sold, 0, 1, n * 2, case when is_cancelled then sold end,
      case when is_cancelled then 'sold' end,
      case when is_cancelled then jsonb_build_object('code', 'sale', 'lastDay', end_date) end
    from generate_series(1, ${size}) n
      cross join lateral (values (date '${FIRST_DAY}' + (n::bigint * ${DAYS} / ${size + 1})::int)) sale (sold)
      cross join lateral (values (sold + n % 15)) term (start_date)
      cross join lateral (values ((start_date + (array[3, 6, 12, 12])[n % 4 + 1] * interval '1 month')::date - 1)) last (end_date)
      cross join lateral (values (${isCancelled('n')})) cancelled (is_cancelled)`,
  refund: (size) => `
    insert into refund (company_id, id, payment_id, provider, session_id, status, amount, created, completed, attempts)
    select '${COMPANY}', ${id(5)}, ${id(3, 'n * 2')}, 'wave', 'cos-' || n * 2, 'done', 50000, now(), now(), 0
    from generate_series(1, ${size}) n where ${isCancelled('n')}`,
  certificate_request: (size) => `
    insert into certificate_request (company_id, contract_id, status, certificate, refusals, created, attempts)
    select '${COMPANY}', ${id(4)}, 'issued', json_build_object('certificateNumber', 'CI-' || n), 0, now(), 0
    from generate_series(1, ${size}) n`,
};

/** Without this, writing the log of changes would take as long as writing the rows. */
const UNLOGGED = `
  do $$ declare found record; begin
    for found in select format('%I.%I', schemaname, tablename) as place from pg_tables where schemaname = 'public' loop
      execute format('alter table %s set unlogged', found.place);
    end loop;
  end $$`;

/**
 * Adds a company with `size` vehicles, `size` contracts and twice as many quotes, and all other rows that their lists
 * read.
 */
export const fillCompany = async (client: pg.Client, size: number): Promise<void> => {
  await client.query(UNLOGGED);
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query(`insert into company (id, name, enabled, created) values ('${COMPANY}', 'Courtage', true, now())`);
  await client.query(`insert into company_counter values ('${COMPANY}', ${size}, ${size * 2}, ${size})`);
  for (const [table, rows] of Object.entries(ROWS)) {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
      [table],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(rows(size));
    for (const { definition } of indexes) await client.query(definition);
    process.stderr.write(`${table}: filled\n`);
  }
  await client.query(COUNTS(COMPANY, size));
  await client.query('vacuum analyze');
};
