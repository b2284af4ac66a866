/** A statement with the name under which it is prepared, once on each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const VEHICLE = `v.id as vehicle_id, v.external_id, v.type, v.licence_plate, v.brand, v.model, v.year, v.first_road_date,
  v.original_value, v.market_value, v.energy, v.power, v.seats, v.registration_document, v.created as vehicle_created`;

/**
 * Lists are numbered without gaps, so a page is a range of ordinals. Values: company, entries before the page, entries
 * on it.
 */
const onPage = (entry: string, counter: string): string =>
  `${entry}.company_id = k.company_id and ${entry}.ordinal <= k.${counter} - $2::bigint
    and ${entry}.ordinal > k.${counter} - $2::bigint - $3::bigint`;

/**
 * Values: hash of the key, environment, now. Like the service, records the use of the key at most once a minute.
 */
export const CALLER: Statement = {
  name: 'caller',
  text: `with caller as (
      select api_key.id, company_id, last_used from api_key join company on company.id = company_id
      where hash = $1 and environment = $2 and revoked is null and enabled and (expires is null or expires > $3)
    ), used as (
      update api_key set last_used = $3 from caller where api_key.id = caller.id
        and (caller.last_used is null or caller.last_used < $3::timestamptz - interval '1 minute')
    )
    select id, company_id from caller`,
};

export const VEHICLE_OF: Statement = {
  name: 'vehicle',
  text: `select ${VEHICLE} from vehicle v where company_id = $1 and id = $2`,
};

export const VEHICLES: Statement = {
  name: 'vehicles',
  text: `select k.vehicles as total, ${VEHICLE} from company_counter k
    left join vehicle v on ${onPage('v', 'vehicles')} where k.company_id = $1 order by v.ordinal desc`,
};

const CONTRACT = `c.id, c.status, c.policy_number, c.start_date, c.end_date, c.payment_id, c.certificate_image,
  c.contract_document, c.cancelled_at, c.cancelled_reason, c.created, c.updated, r.status as certificate_status,
  r.certificate, q.id as quote_id, (q.premium ->> 'amount')::bigint as amount, q.duration, q.usage,
  q.start_date as quote_start_date, q.policyholder_name, q.policyholder_phone, q.coverage ->> 'id' as coverage_id,
  ${VEHICLE}`;

const WITH_CONTRACT = `join certificate_request r on r.company_id = c.company_id and r.contract_id = c.id
    join quote q on q.company_id = c.company_id and q.id = c.quote_id
    join vehicle v on v.company_id = c.company_id and v.id = c.vehicle_id`;

export const CONTRACT_OF: Statement = {
  name: 'contract',
  text: `select ${CONTRACT} from contract c ${WITH_CONTRACT} where c.company_id = $1 and c.id = $2`,
};

export const CONTRACTS: Statement = {
  name: 'contracts',
  text: `select k.contracts as total, ${CONTRACT} from company_counter k
    left join (contract c ${WITH_CONTRACT}) on ${onPage('c', 'contracts')}
    where k.company_id = $1 order by c.ordinal desc`,
};

export const QUOTE_STATUS: Statement = {
  name: 'quote status',
  text: `select c.id as contract_id, c.status as contract_status, p.id as payment_id, p.status, p.amount, p.fees,
      p.session_url, p.failure_reason, p.created, p.completed, r.status as refund_status, r.amount as refund_amount,
      r.created as refund_created, r.completed as refund_completed
    from quote q
    left join contract c on c.company_id = q.company_id and c.quote_id = q.id
    left join lateral (
      select * from payment where company_id = q.company_id and quote_id = q.id and status <> 'opening'
      order by status = 'failed', created desc, id desc limit 1
    ) p on true
    left join refund r on r.company_id = q.company_id and r.provider = p.provider and r.session_id = p.session_id
      and r.payment_id = p.id
    where q.company_id = $1 and q.id = $2`,
};

/** A single statement, so that number and row are stored atomically. */
export const ADD_VEHICLE: Statement = {
  name: 'add vehicle',
  text: `with numbered as (update company_counter set vehicles = vehicles + 1 where company_id = $1 returning vehicles)
    insert into vehicle (company_id, id, ordinal, type, licence_plate, external_id, brand, model, year,
      first_road_date, original_value, market_value, energy, power, seats, created, search_keys)
    select $1, $2::uuid, vehicles, $3::text, $4::text, $5::text, $6::text, $7::text, $8::integer, $9::date,
      $10::bigint, $11::bigint, $12::text, $13::bigint, $14::integer, $15::timestamptz, $16::text[] from numbered`,
};

/** The conflicting vehicle. A vehicle with the same plate takes precedence. */
export const SAME_VEHICLE: Statement = {
  name: 'same vehicle',
  text: `select id from vehicle where company_id = $1 and (licence_plate = $2 or external_id = $3)
    order by licence_plate = $2 desc limit 1`,
};

export const CATALOGUE: Statement = {
  name: 'catalogue',
  text: 'select version, definition from catalogue order by version desc limit 1',
};

export const ADD_QUOTE: Statement = {
  name: 'add quote',
  text: `with numbered as (update company_counter set quotes = quotes + 1 where company_id = $1 returning quotes)
    insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage,
      start_date, policyholder_name, policyholder_phone, created, vehicle_ordinal, search_keys)
    select $1, $2::uuid, quotes, $3::uuid, $4::jsonb, $5::integer, $6::jsonb, $7::integer, $8::text, $9::date,
      $10::text, $11::text, $12::timestamptz,
      (select coalesce(max(vehicle_ordinal), 0) + 1 from quote where company_id = $1 and vehicle_id = $3), $13::text[]
    from numbered`,
};
