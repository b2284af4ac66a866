import type { OpenApiDocument } from '@vehicle-insurance/http';
import { operationsOf } from '../../../http/test/bad-input/operations.ts';
import type { Violations } from '../../../http/test/bad-input/described.ts';
import type { Writes } from './writes.ts';

/** Rows that may not be: what each is, and the query that finds some. */
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
  'a phone that is no mobile number': `
    select id from quote where policyholder_phone !~ '^\\+225(01|05|07)\\d{8}$'
    union all select id from payment where payer !~ '^\\+225(01|05|07)\\d{8}$'`,
  'a price that is not the whole francs of its lines': `
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
    where c.end_date not between c.start_date + make_interval(months => q.duration) - interval '1 day'
      and c.start_date + make_interval(months => q.duration) or c.start_date < q.start_date`,
  'a contract without a request for its certificate': `
    select c.id from contract c left join certificate_request r on (r.company_id, r.contract_id) = (c.company_id, c.id)
    where r.contract_id is null`,
  'a certificate of other days than its contract’s': `
    select c.id from contract c join certificate_request r on (r.company_id, r.contract_id) = (c.company_id, c.id)
    where (r.certificate->>'effectiveDate', r.certificate->>'expiryDate') <> (c.start_date::text, c.end_date::text)`,
  'a certificate of two contracts': `
    select max(contract_id::text) as id from certificate_request group by certificate->>'certificateNumber'
    having count(*) > 1 and count(certificate) > 0`,
  'money given back of a contract that stays': `
    select r.id from refund r join contract c on (c.company_id, c.payment_id) = (r.company_id, r.payment_id)
    where c.cancelled_at is null`,
  'a number left out': ['vehicle', 'quote', 'contract']
    .map((table) => `select company_id as id from ${table} group by company_id having max(ordinal) <> count(*)`)
    .join(' union all '),
  'an id that is no UUID of version 7': ['vehicle', 'quote', 'payment', 'contract']
    .map((table) => `select id from ${table} where substr(id::text, 15, 1) <> '7'`)
    .join(' union all '),
};

const asBody: Readonly<Record<string, string>> = {
  registerVehicle: `select type, licence_plate as "licencePlate", external_id as "externalId", brand, model, year,
    first_road_date::text as "firstRoadDate", original_value::float8 as "carOriginalValue",
    market_value::float8 as "carMarketValue", energy, power::float8 as power, seats as "noSeat" from vehicle`,
  createQuote: `select vehicle_id as "vehicleId", coverage->>'id' as "coverageId", duration, usage,
    policyholder_name as "policyHolderName", coalesce(policyholder_phone, '0') as "policyHolderPhone",
    start_date::text as "startDate" from quote`,
};

/** What is stored and may not be: rows the document would not take as a request, and those that break a rule. */
export const forbiddenRows = async (
  document: OpenApiDocument,
  violated: Violations,
  { rows }: Pick<Writes, 'rows'>,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(FORBIDDEN)) {
    const ids = await rows<{ id: string }>(sql);
    if (ids.length > 0)
      found.push(
        `${what}: ${ids
          .slice(0, 3)
          .map(({ id }) => id)
          .join(', ')} (${ids.length})`,
      );
  }
  const operations = operationsOf(document);
  for (const [name, sql] of Object.entries(asBody)) {
    const body = operations.find((operation) => operation.name === name)?.body;
    if (!body) throw new Error(`no request of the document is named ${name}`);
    const broken = (await rows<Record<string, unknown>>(sql)).find((row) => violated(body, row).length > 0);
    if (broken)
      found.push(`what ${name} may not take: ${violated(body, broken).join(', ')} of ${JSON.stringify(broken)}`);
  }
  return found;
};
