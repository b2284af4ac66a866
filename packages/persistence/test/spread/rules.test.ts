import { expect } from 'chai';
import { breachesOf } from './rules.ts';

const JOINED = 'by something other than their distribution key';

/** Statements that could not run on a distributed database, and why. The tests of the store show what is allowed. */
const REFUSED: Readonly<Record<string, readonly [statement: string, why: string]>> = {
  'a change over all companies': [
    'update payment set last_error = null where id = $1',
    'it changes rows of payment without a condition on one company_id',
  ],
  'a row without its company': ['insert into vehicle (id) values ($1)', 'it adds to vehicle without its company_id'],
  'a function whose result differs between nodes': [
    'update payment set lease_token = gen_random_uuid() where company_id = $1 and id = $2',
    'it changes rows and calls gen_random_uuid(), which may return something else on another node',
  ],
  'a clock that decides which value a row gets': [
    'update payment set due_at = case when attempts = 0 then statement_timestamp() else due_at end where company_id = $1',
    'it changes rows and reads the clock inside CASE or COALESCE',
  ],
  'locks over companies': [
    'select id from payment where due_at <= $1 limit 5 for no key update skip locked',
    'it locks rows of payment without a condition on one company_id',
  ],
  'a row’s place on its node': [
    'select ctid from payment where company_id = $1',
    'it uses ctid, the place of a row on its node',
  ],
  recursion: [
    'with recursive known as (select min(provider) as p from payment union all select p from known) select p from known',
    'it is recursive',
  ],
  'a join by an id alone': [
    'select 1 from quote join vehicle on vehicle.id = quote.vehicle_id',
    `it joins quote and vehicle ${JOINED}`,
  ],
  'a subquery that refers to the outer row by an id alone': [
    'select 1 from quote where exists (select from payment where payment.quote_id = quote.id)',
    `it joins quote and payment ${JOINED}`,
  ],
  'a join in one branch of several': [
    'select id from quote union all select refund.id from refund join payment on payment.id = refund.payment_id',
    `it joins refund and payment ${JOINED}`,
  ],
  'a table of the coordinator with a company’s': [
    'select 1 from payment join notification on notification.reference = payment.session_id',
    'it joins payment and notification, which is on the coordinator',
  ],
};

describe('the rules for statements on a database distributed by company', () => {
  for (const [what, [statement, why]] of Object.entries(REFUSED))
    it(`refuse ${what}`, () => expect(breachesOf(statement)).to.include(why));
});
