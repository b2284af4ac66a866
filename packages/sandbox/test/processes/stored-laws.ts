import pg from 'pg';

export type Query = <Row extends object>(sql: string) => Promise<readonly Row[]>;

/** Runs each statement on its own connection, since the database may be lost between two. */
export const queryAt =
  (connectionString: string): Query =>
  async <Row extends object>(sql: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client
      .query(sql)
      .then(({ rows }) => rows as Row[])
      .finally(() => client.end());
  };

const WORK = ['payment', 'refund', 'certificate_request', 'contract'];

/** The last day of cover as sold, and as certified. */
const SOLD_UNTIL = `coalesce((c.cancellation ->> 'soldUntil')::date, c.end_date)`;

/** The breach of each rule of the business, and the query that finds rows with it. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  'a plate that is not normalised': `select id from vehicle where licence_plate !~ '^[A-Z0-9-]{2,20}$'`,
  'a name that is not trimmed, in NFC and without control characters': `
    select id from vehicle where brand <> btrim(brand) or model <> btrim(model) or brand <> normalize(brand, NFC)
      or model <> normalize(model, NFC) or brand ~ '[\\x01-\\x1f\\x7f-\\x9f]' or model ~ '[\\x01-\\x1f\\x7f-\\x9f]'
    union all select id from quote where policyholder_name <> btrim(policyholder_name)
      or policyholder_name <> normalize(policyholder_name, NFC) or policyholder_name ~ '[\\x01-\\x1f\\x7f-\\x9f]'
      or length(policyholder_name) not between 2 and 150`,
  'an external id with a control character': `select id from vehicle where external_id ~ '[\\x01-\\x1f\\x7f-\\x9f]'`,
  'a first registration after the vehicle': `select id from vehicle where first_road_date > created::date`,
  'a quote that starts before it was made': `select id from quote where start_date < created::date`,
  'a phone that is not a mobile number': `
    select id from quote where policyholder_phone !~ '^\\+225(01|05|07)\\d{8}$'
    union all select id from payment where payer !~ '^\\+225(01|05|07)\\d{8}$'`,
  'a price that is not the sum of its lines in whole francs': `
    select id from quote where (premium->>'amount') !~ '^\\d+$' or (premium->>'amount')::numeric <>
      (select coalesce(sum((line->>'amount')::numeric), 0) from jsonb_array_elements(premium->'lines') line)`,
  'a payment of another amount than its quote’s': `
    select p.id from payment p join quote q on (q.company_id, q.id) = (p.company_id, p.quote_id)
    where p.amount <> (q.premium->>'amount')::numeric`,
  'a second live payment of a quote': `
    select quote_id as id from payment where status in ('opening', 'pending', 'succeeded') group by quote_id having count(*) > 1`,
  'a contract without a payment that succeeded': `
    select c.id from contract c left join payment p on (p.company_id, p.id) = (c.company_id, c.payment_id)
    where p.status is distinct from 'succeeded' or p.quote_id <> c.quote_id`,
  'a payment that succeeded without a contract': `
    select p.id from payment p left join contract c on (c.company_id, c.payment_id) = (p.company_id, p.id)
    where p.status = 'succeeded' and c.id is null`,
  'a contract of another vehicle than its quote': `
    select c.id from contract c join quote q on (q.company_id, q.id) = (c.company_id, c.quote_id) where q.vehicle_id <> c.vehicle_id`,
  'a contract that does not cover the duration of its quote': `
    select c.id from contract c join quote q on (q.company_id, q.id) = (c.company_id, c.quote_id)
    where ${SOLD_UNTIL} not between c.start_date + make_interval(months => q.duration) - interval '1 day'
      and c.start_date + make_interval(months => q.duration) or c.start_date < q.start_date`,
  'a contract without a request for its certificate': `
    select c.id from contract c left join certificate_request r on (r.company_id, r.contract_id) = (c.company_id, c.id)
    where r.contract_id is null`,
  'a certificate of other days than its contract’s': `
    select c.id from contract c join certificate_request r on (r.company_id, r.contract_id) = (c.company_id, c.id)
    where (r.certificate->>'effectiveDate', r.certificate->>'expiryDate') <> (c.start_date::text, (${SOLD_UNTIL})::text)`,
  'a certificate of two contracts': `
    select max(contract_id::text) as id from certificate_request group by certificate->>'certificateNumber'
    having count(*) > 1 and count(certificate) > 0`,
  'a refund of a contract that was not cancelled': `
    select r.id from refund r join contract c on (c.company_id, c.payment_id) = (r.company_id, r.payment_id)
    where c.cancelled_at is null`,
  'a cancelled contract without the refund of its terms': `
    select c.id from contract c left join refund r on (r.company_id, r.payment_id) = (c.company_id, c.payment_id)
    where c.cancelled_at is not null and r.amount is distinct from (c.cancellation #>> '{refund,amount}')::bigint`,
  'a gap in the numbers': ['vehicle', 'quote', 'contract']
    .map((table) => `select company_id as id from ${table} group by company_id having max(ordinal) <> count(*)`)
    .join(' union all '),
  'an id that is not a UUID of version 7': ['vehicle', 'quote', 'payment', 'contract']
    .map((table) => `select id from ${table} where substr(id::text, 15, 1) <> '7'`)
    .join(' union all '),
};

/** Each change must begin with the state in which the previous one ended, and the last end with the current state. */
const BROKEN_CHAINS = `
  with standing as (
    select company_id, 'payment' as what, id, status from payment
    union all select company_id, 'refund', id, status from refund
    union all select company_id, 'contract', id, status from contract
    union all select company_id, 'certificate', contract_id, status from certificate_request
  ), chained as (
    select company_id, what, subject_id, number, from_status, to_status,
      lag(to_status) over history as before, lead(to_status) over history as after
    from change window history as (partition by company_id, what, subject_id order by number)
  )
  select standing.what, id, status, from_status, to_status, before
  from standing left join chained on chained.company_id = standing.company_id
    and chained.what = standing.what and chained.subject_id = standing.id
  where number is null or from_status is distinct from before or (after is null and to_status <> status)`;

/** Work that is due, leased or failed, although every payment is settled. */
const UNFINISHED = `
  select 'payment' as what, id, status, last_error from payment where due_at is not null or last_error is not null
  union all select 'refund', id, status, last_error from refund where status <> 'done' or due_at is not null
  union all select 'contract', id, status, last_error from contract where due_at is not null
  union all select 'certificate', contract_id, status, coalesce(concern_why, last_error) from certificate_request
    where status <> 'issued' or concern is not null or due_at is not null`;

export const findLeases = async (query: Query): Promise<readonly string[]> => {
  const held = WORK.map((table) => `select lease_token as lease from ${table} where leased_until > clock_timestamp()`);
  return (await query<{ readonly lease: string }>(held.join(' union all '))).map(({ lease }) => lease);
};

/** Leases as in the service, but shorter. */
export const withShorterLeases = (seconds: number): string => `
  create function shorter_lease() returns trigger language plpgsql as $$ begin
    new.leased_until = least(new.leased_until, clock_timestamp() + interval '${seconds} seconds');
    return new;
  end $$;
  do $$ declare leased name; begin
    for leased in select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'leased_until'
    loop
      execute format('create trigger shorter_lease before insert or update of leased_until on %I
        for each row when (new.leased_until is not null) execute function shorter_lease()', leased);
    end loop;
  end $$`;

export const findUnfinished = (query: Query) => query<{ readonly what: string; readonly id: string }>(UNFINISHED);

export const findBrokenChains = (query: Query) => query(BROKEN_CHAINS);

export const findForbiddenRows = async (query: Query): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(FORBIDDEN)) {
    const rows = await query<{ readonly id: string }>(sql);
    if (rows.length > 0) found.push(`${what}: ${rows.length} rows, one is ${rows[0]?.id}`);
  }
  return found;
};
