import pg from 'pg';
import { GROWN } from '../size/grown.ts';

/** A session that checks no references meanwhile: the rows they lead to come after. */
const BEGIN = 'set session_replication_role = replica';

/** What else companies have; `payment` and `contract` name what is registered. */
const REST = `
  update contract set policy_number = left(company_id::text, 1) || policy_number;
  insert into payment_reference (payment_id, company_id) select id, company_id from payment;
  insert into policy_number (policy_number, company_id) select policy_number, company_id from contract;
  insert into certificate_number (certificate_number, company_id, contract_id)
    select 'C' || policy_number, company_id, id from contract;
  insert into refund (company_id, id, payment_id, provider, session_id, status, amount, created, attempts)
    select company_id, gen_random_uuid(), id, provider, session_id, 'manual', amount, created, 0 from payment;
  insert into change (company_id, subject_id, what, to_status, at, why)
    select company_id, id, 'contract', 'pending', created, 'paid' from contract;
  insert into journal (company_id, newest) select id, 7 from company on conflict (company_id) do update set newest = 7;
  insert into event (company_id, position, type, subject_id, at)
    select company_id, ordinal, 'vehicle.registered', id, created from vehicle;
  insert into dismissal (company_id, subject_id, kind, at) select company_id, id, 'refund_manual', created from refund;
  insert into pending_upload (company_id, id, key, abandoned, attempts)
    select company_id, id, licence_plate, false, 0 from vehicle;
  insert into idempotency_key (company_id, key, fingerprint, id, expires)
    select company_id, licence_plate, '', id, created from vehicle;
  insert into api_key (id, company_id, environment, prefix, hash, created)
    select id, id, 'test', id::text, id::text, created from company;
  set session_replication_role = origin`;

/** Fills every table of companies: so many companies, up to sixteen, with so many rows in each table. */
export const fill = async (url: string, companies: number, size: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(BEGIN);
    for (let company = 0; company < companies; company += 1)
      for (const grown of GROWN)
        await client.query(grown(`${company.toString(16)}0000000-0000-4000-8000-000000000000`, size));
    await client.query(REST);
  } finally {
    await client.end();
  }
};
