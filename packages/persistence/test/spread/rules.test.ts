import { expect } from 'chai';
import { breachesOf } from './rules.ts';

const JOINED = 'by something else than what they are spread by';

/** Statements that could not run on a database spread by company, and what is said of them. */
const REFUSED: Readonly<Record<string, readonly [statement: string, why: string]>> = {
  'a change over all companies': [
    'update payment set last_error = null where id = $1',
    'it changes rows of payment without asking for one company_id',
  ],
  'a deletion over all companies': [
    'delete from idempotency_key where expires <= $1',
    'it changes rows of idempotency_key without asking for one company_id',
  ],
  'a company that is one of several': [
    'update payment set last_error = null where company_id = $1 or id = $2',
    'it changes rows of payment without asking for one company_id',
  ],
  'a row without its company': [
    'insert into vehicle (id) values ($1)',
    'it adds to vehicle without saying its company_id',
  ],
  'a change inside a statement that reads': [
    'with moved as (update contract set status = $1 where end_date < $2 returning id) select count(*) from moved',
    'it changes rows of contract without asking for one company_id',
  ],
  'a registry’s row by another column': [
    'delete from certificate_number where company_id = $1',
    'it changes rows of certificate_number without asking for one certificate_number',
  ],
  'a function that answers otherwise on each node': [
    'update payment set lease_token = gen_random_uuid() where company_id = $1 and id = $2',
    'it changes rows and calls gen_random_uuid(), which may answer otherwise on another node',
  ],
  'a clock in a change': [
    'update payment set last_error = null where company_id = $1 and leased_until < clock_timestamp()',
    'it changes rows and calls clock_timestamp(), which may answer otherwise on another node',
  ],
  'a clock that decides which value a row gets': [
    'update payment set due_at = case when attempts = 0 then statement_timestamp() else due_at end where company_id = $1',
    'it changes rows and reads the clock inside CASE or COALESCE',
  ],
  'a clock in the condition of such a decision': [
    'update payment set attempts = case when due_at < current_timestamp then 1 else 0 end where company_id = $1',
    'it changes rows and reads the clock inside CASE or COALESCE',
  ],
  'a clock in place of what is missing': [
    'delete from payment where company_id = $1 and coalesce(due_at, statement_timestamp()) <= statement_timestamp()',
    'it changes rows and reads the clock inside CASE or COALESCE',
  ],
  'locks over companies': [
    'select id from payment where due_at <= $1 limit 5 for no key update skip locked',
    'it locks rows of payment without asking for one company_id',
  ],
  'the place of a row': [
    'select ctid from payment where company_id = $1',
    'it goes by ctid, the place of a row on its node',
  ],
  recursion: [
    'with recursive known as (select min(provider) as p from payment union all select p from known) select p from known',
    'it is recursive',
  ],
  'a join by an id alone': [
    'select 1 from quote join vehicle on vehicle.id = quote.vehicle_id',
    `it joins quote and vehicle ${JOINED}`,
  ],
  'one company’s rows with all others’': [
    'select 1 from quote join vehicle on vehicle.id = quote.vehicle_id where quote.company_id = $1',
    `it joins quote and vehicle ${JOINED}`,
  ],
  'a subquery that refers to what is outside by an id alone': [
    'select 1 from quote where exists (select from payment where payment.quote_id = quote.id)',
    `it joins quote and payment ${JOINED}`,
  ],
  'a join in one branch of several': [
    'select id from quote union all select refund.id from refund join payment on payment.id = refund.payment_id',
    `it joins refund and payment ${JOINED}`,
  ],
  'a registry with what it leads to': [
    `select 1 from payment_reference named
      join payment on payment.company_id = named.company_id and payment.id = named.payment_id`,
    `it joins payment_reference and payment ${JOINED}`,
  ],
  'a table of the coordinator with a company’s': [
    'select 1 from payment join notification on notification.reference = payment.session_id',
    'it joins payment and notification, which lies on the coordinator',
  ],
};

const ALLOWED: Readonly<Record<string, string>> = {
  'a clock that decides in a reading':
    'select case when due_at < statement_timestamp() then 1 end from payment where company_id = $1',
  'a clock that decides in an addition': `insert into dismissal (company_id, at)
    values ($1, case when $2 then statement_timestamp() end)`,
  'a reading over all companies': 'select id from payment where due_at <= $1 order by due_at limit 10',
  'a change of one company’s rows': `update payment set attempts = attempts + 1, leased_until = statement_timestamp()
    where payment.company_id = $1 and id = any ($2::uuid[])`,
  'a registry’s row by its own column':
    'delete from certificate_number where certificate_number = $1 and company_id = $2',
  'locks in one company': 'select id from quote where company_id = $1 and id = $2 for no key update',
  'what belongs together, over all companies': `
    select 1 from contract join quote on quote.company_id = contract.company_id and quote.id = contract.quote_id
    join company on company.id = contract.company_id`,
  'what belongs together, one by one': `
    select 1 from quote left join lateral (
      select id from contract where contract.company_id = quote.company_id and contract.quote_id = quote.id limit 1
    ) contract on true where quote.company_id = $1`,
  'several tables of one company': `
    select 1 from company_counter counter join quote on quote.id = $2
    where counter.company_id = $1 and quote.company_id = $1`,
  'what is counted before, each by itself':
    'select * from (select count(*) from payment) payments, (select count(*) from refund) refunds',
  'what the coordinator has alone': 'update notification set due_at = null where received < clock_timestamp()',
};

/** What runs on such a database only while every node answers, and the rules do not see. */
const UNSEEN: Readonly<Record<string, string>> = {
  'rows that a change hands to an INSERT': `with counted as (
      update company_counter set vehicles = vehicles + 1 where company_id = $1 returning company_id, vehicles
    ) insert into vehicle (company_id, ordinal) select company_id, vehicles from counted`,
  'a reading over all nodes': 'select count(*) from statement_difference where status = $1',
};

describe('the rules of statements for a database spread by company', () => {
  for (const [what, [statement, why]] of Object.entries(REFUSED))
    it(`refuse ${what}`, () => expect(breachesOf(statement)).to.include(why));
  for (const [what, statement] of Object.entries(UNSEEN))
    it(`do not see ${what}`, () => expect(breachesOf(statement)).to.deep.equal([]));
  for (const [what, statement] of Object.entries(ALLOWED))
    it(`allow ${what}`, () => expect(breachesOf(statement)).to.deep.equal([]));
});
