import { testDatabase } from '@vehicle-insurance/testkit/database';
import type pg from 'pg';
import { asSandbox, connectTo, openDatabase } from '../test-store.ts';

type Grown = (companyId: string, size: number) => string;

const KINDS = ['vehicle', 'quote', 'payment', 'contract'] as const;

/** An id of company, kind and number, so that rows refer to each other without lookups; companies share no ids. */
const id = (kind: (typeof KINDS)[number]): string =>
  `(left(c.id::text, 1) || '${KINDS.indexOf(kind)}' || lpad(to_hex(n), 30, '0'))::uuid`;

const from = (companyId: string, size: number): string =>
  `from (select '${companyId}'::uuid as id) c, generate_series(1, ${size}) n`;

/**
 * Removes foreign keys, whose checks would take longest. Turns off autovacuum, which could prevent the removal of dead
 * rows.
 */
const UNCHECKED = `
  do $$ declare found record; begin
    for found in select conrelid::regclass as place, conname from pg_constraint where contype = 'f' loop
      execute format('alter table %s drop constraint %I', found.place, found.conname);
    end loop;
    for found in select format('%I.%I', schemaname, tablename) as place from pg_tables where schemaname = 'public' loop
      execute format('alter table %s set (autovacuum_enabled = false)', found.place);
    end loop;
  end $$`;

export const uncheckedDatabase = async () => {
  const { url, drop } = await testDatabase({ migrate: asSandbox });
  const client = await connectTo(url);
  await client.query(UNCHECKED);
  const store = await openDatabase(url);
  const close = async (): Promise<void> => {
    await store.close();
    await client.end();
    await drop();
  };
  return { client, store, close };
};

/** The number of entries in each block of 4 096, for a row that counts 64 blocks. */
const BLOCKS = Array.from({ length: 64 }, (_, block) => `count(*) filter (where number / 4096 % 64 = ${block})`);

/** Counts a company’s contracts as the repositories do. */
export const COUNTS: Grown = (companyId) => `
  insert into list_count (company_id, list, status, end_date, section, listed, blocks)
  select company_id, counted.list, status, counted.end_date, number / 262144, count(*), array[${BLOCKS.join()}]
  from contract cross join lateral unnest(array['contract', 'contract', 'quote'],
    array[end_date, 'infinity', 'infinity'], array[ordinal, ordinal, quote_ordinal]) counted (list, end_date, number)
  where company_id = '${companyId}' group by company_id, counted.list, status, counted.end_date, number / 262144`;

/** A company with `size` vehicles, each with a paid quote, a contract, and all related rows. */
export const GROWN: readonly Grown[] = [
  (companyId) =>
    `insert into company (id, name, enabled, created) values ('${companyId}', '${companyId}', true, now())`,
  (companyId, size) => `insert into company_counter values ('${companyId}', ${size}, ${size}, ${size})`,
  (companyId, size) => `
    insert into vehicle (company_id, id, ordinal, type, licence_plate, brand, model, year, first_road_date,
      original_value, market_value, energy, power, seats, created)
    select c.id, ${id('vehicle')}, n, 'auto', 'AA-' || n, 'Toyota', 'Corolla', 2021, date '2021-06-01',
      14000000, 9000000, 'essence', 7, 5, now()
    ${from(companyId, size)}`,
  (companyId, size) => `
    insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage,
      start_date, policyholder_name, policyholder_phone, created, vehicle_ordinal, paid)
    select c.id, ${id('quote')}, n, ${id('vehicle')}, '{"id": "third-party", "properties": []}', 1, '{"total": 100000}',
      12, 'pleasure', date '2026-02-01', 'Awa Koné', '+2250701020304', now(), 1, true
    ${from(companyId, size)}`,
  (companyId, size) => `
    insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, processing_seen,
      created, completed, attempts)
    select c.id, ${id('payment')}, ${id('quote')}, 'succeeded', 'wave', '+2250701020304', 100000, 1000, n, false,
      now(), now(), 0
    ${from(companyId, size)}`,
  (companyId, size) => `
    insert into contract (company_id, id, ordinal, quote_id, vehicle_id, payment_id, policy_number, status, start_date,
      end_date, paid_on, created, updated, attempts, vehicle_ordinal, quote_ordinal)
    select c.id, ${id('contract')}, n, ${id('quote')}, ${id('vehicle')}, ${id('payment')}, 'P-' || n, 'pending',
      date '2026-02-01', date '2027-01-31', date '2026-01-31', now(), now(), 0, 1, n
    ${from(companyId, size)}`,
  COUNTS,
  (companyId, size) => `
    insert into certificate_request (company_id, contract_id, status, refusals, created, due_at, attempts)
    select c.id, ${id('contract')}, 'pending', 0, now(), now(), 0
    ${from(companyId, size)}`,
];

/** Analyses tables and removes dead rows; repeats while an open snapshot, for instance of an analysis, keeps some. */
export const vacuum = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables where schemaname = 'public'`,
  );
  let kept = true;
  const hear = ({ detail = '' }: { detail?: string | undefined }): void => {
    kept ||= /^[1-9]\d* dead row versions cannot be removed yet/.test(detail);
  };
  client.on('notice', hear);
  while (kept) {
    kept = false;
    await client.query(`vacuum (full, verbose, analyze) ${rows[0]!.tables}`);
  }
  client.off('notice', hear);
};
