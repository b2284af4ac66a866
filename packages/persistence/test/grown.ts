/** Writes what a company has of one kind, one statement for many. */
type Grown = (companyId: string, size: number) => string;

const KINDS = ['vehicle', 'quote', 'payment', 'contract'] as const;

/**
 * Whose it is, of what kind and which, as an id: rows find each other without being looked up, come in the order of
 * their ids, and share them with no other company, of which the first digit makes one.
 */
const id = (kind: (typeof KINDS)[number]): string =>
  `(left(c.id::text, 1) || '${KINDS.indexOf(kind)}' || lpad(to_hex(n), 30, '0'))::uuid`;

const from = (companyId: string, size: number): string =>
  `from (select '${companyId}'::uuid as id) c, generate_series(1, ${size}) n`;

/** Rows made here refer to each other by how they are made; to have that checked takes longer than all the rest. */
export const UNCHECKED = `
  do $$ declare found record; begin
    for found in select conrelid::regclass as place, conname from pg_constraint where contype = 'f' loop
      execute format('alter table %s drop constraint %I', found.place, found.conname);
    end loop;
  end $$`;

/**
 * A company with so many vehicles, each with a quote that was paid and has its contract: what the lists show, and all
 * that belongs to it.
 */
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
      start_date, policyholder_name, policyholder_phone, created)
    select c.id, ${id('quote')}, n, ${id('vehicle')}, '{"id": "third-party", "properties": []}', 1, '{"total": 100000}',
      12, 'pleasure', date '2026-02-01', 'Awa Koné', '+2250701020304', now()
    ${from(companyId, size)}`,
  (companyId, size) => `
    insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, processing_seen,
      noticed, created, completed, attempts)
    select c.id, ${id('payment')}, ${id('quote')}, 'succeeded', 'wave', '+2250701020304', 100000, 1000, n, false,
      true, now(), now(), 0
    ${from(companyId, size)}`,
  (companyId, size) => `
    insert into contract (company_id, id, ordinal, quote_id, vehicle_id, payment_id, policy_number, status, start_date,
      end_date, paid_on, created, updated, attempts)
    select c.id, ${id('contract')}, n, ${id('quote')}, ${id('vehicle')}, ${id('payment')}, 'P-' || n, 'pending',
      date '2026-02-01', date '2027-01-31', date '2026-01-31', now(), now(), 0
    ${from(companyId, size)}`,
  (companyId, size) => `
    insert into certificate_request (company_id, contract_id, status, refusals, created, due_at, attempts)
    select c.id, ${id('contract')}, 'pending', 0, now(), now(), 0
    ${from(companyId, size)}`,
];
