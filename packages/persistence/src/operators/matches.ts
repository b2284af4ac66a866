import type { SearchTerms } from '@vehicle-insurance/core';
import type { Query } from '../database/database.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { plain } from '../database/prepared-statement.ts';
import { asChosen } from '../tables/chosen.ts';

const KINDS = ['payment', 'contract', 'quote', 'vehicle'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Maximum number of matches of a word as each kind of value, such as a plate or a phone number. Limited, because an
 * agency's phone number may be on any number of quotes.
 */
export const NAMED = 100;

const latest = (kind: Kind, from: string, own: boolean, id = 'id'): string => `(
  select '${kind}' as kind, named.company_id as "companyId", named.${id} as id, ${own} as own
  from ${from} order by named.${id} desc limit ${NAMED})`;

const between = (id: string): string => `named.${id} between $1::uuid and $2::uuid`;

/**
 * Everything that a word can match, except a policy number. An index finds each match. Parameters: the range of ids,
 * plate, phone, session.
 */
const NAMES = [
  latest('payment', `payment_reference named where ${between('payment_id')}`, true, 'payment_id'),
  latest('contract', `contract named where ${between('id')}`, true),
  latest('quote', `quote named where ${between('id')}`, true),
  latest('vehicle', `vehicle named where ${between('id')}`, true),
  latest('vehicle', 'vehicle named where named.licence_plate = $3', false),
  latest('payment', 'payment named where reverse(named.payer) = reverse($4)', false),
  latest('quote', 'quote named where named.policyholder_phone = $4', false),
  latest('payment', 'payment named where named.session_id = $5', false),
].join(' union all ');

const POLICIES =
  'select company_id as "companyId", policy_number as number from policy_number where policy_number = any ($1::text[])';
const OF_POLICIES = `
  select 'contract' as kind, contract.company_id as "companyId", contract.id, false as own
  from unnest($1::uuid[], $2::text[]) policy (company_id, number)
  join contract on contract.company_id = policy.company_id and contract.policy_number = policy.number`;

/** Queries for the objects that belong to a match, by the match's kind. */
type Leads = Readonly<Record<Kind, string>>;

const whose = (row: string, id: string): string => `${row}.company_id = named.company_id and ${row}.${id} = named.id`;
const beside = (row: string, id: string, other: string): string =>
  `${row}.company_id = ${other}.company_id and ${row}.${id} = ${other}.${id}`;

const PAYMENTS: Leads = {
  payment: `select payment.id from payment where ${whose('payment', 'id')}`,
  contract: `select contract.payment_id from contract where ${whose('contract', 'id')}`,
  quote: `select payment.id from payment where ${whose('payment', 'quote_id')}`,
  vehicle: `select payment.id from quote join payment on payment.company_id = quote.company_id
    and payment.quote_id = quote.id where ${whose('quote', 'vehicle_id')}`,
};
const CONTRACTS: Leads = {
  payment: `select contract.id from payment join contract on ${beside('contract', 'quote_id', 'payment')}
    where ${whose('payment', 'id')}`,
  contract: `select contract.id from contract where ${whose('contract', 'id')}`,
  quote: `select contract.id from contract where ${whose('contract', 'quote_id')}`,
  vehicle: `select contract.id from contract where ${whose('contract', 'vehicle_id')}`,
};
const QUOTES: Leads = {
  payment: `select payment.quote_id from payment where ${whose('payment', 'id')}`,
  contract: `select contract.quote_id from contract where ${whose('contract', 'id')}`,
  quote: `select quote.id from quote where ${whose('quote', 'id')}`,
  vehicle: `select quote.id from quote where ${whose('quote', 'vehicle_id')}`,
};
const VEHICLES: Leads = {
  payment: `select quote.vehicle_id from payment join quote on quote.company_id = payment.company_id
    and quote.id = payment.quote_id where ${whose('payment', 'id')}`,
  contract: `select contract.vehicle_id from contract where ${whose('contract', 'id')}`,
  quote: `select quote.vehicle_id from quote where ${whose('quote', 'id')}`,
  vehicle: `select vehicle.id from vehicle where ${whose('vehicle', 'id')}`,
};

/** Parameters: companies and ids of the matches, for each kind, and the limit. Latest first. */
const belongingTo = (leads: Leads): string => {
  const led = KINDS.map(
    (kind, index) => `
      select named.company_id, led.id
      from unnest($${2 * index + 1}::uuid[], $${2 * index + 2}::uuid[]) named (company_id, id)
      cross join lateral (${leads[kind]}) led (id)`,
  );
  return `
    select distinct company_id as "companyId", id from (${led.join(' union all ')}) led
    order by id desc limit $${2 * KINDS.length + 1}`;
};

export interface Match extends CompanyAndId {
  readonly kind: Kind;
  readonly own: boolean;
}

const STATEMENTS: Readonly<Record<Kind, string>> = {
  payment: belongingTo(PAYMENTS),
  contract: belongingTo(CONTRACTS),
  quote: belongingTo(QUOTES),
  vehicle: belongingTo(VEHICLES),
};

/** The objects of a kind that match or belong to a match, latest first. */
export const findRelated = (kind: Kind, matches: readonly Match[], limit: number) => {
  const values = KINDS.flatMap((each) => {
    const { companyIds, ids } = asChosen(matches.filter((match) => match.kind === each));
    return [companyIds, ids];
  });
  return plain<CompanyAndId>(`belonging ${kind}s`, STATEMENTS[kind], [...values, limit]);
};

export const contractsOf = (policies: readonly Policy[]) =>
  plain<Match>('contracts of policies', OF_POLICIES, [
    policies.map(({ companyId }) => companyId),
    policies.map(({ number }) => number),
  ]);

export interface Policy {
  readonly companyId: string;
  readonly number: string;
}

/** Everything that a whole text matches. */
export const matching = async (
  query: Query,
  { ids, policyNumbers, licencePlate, phone, sessionId }: SearchTerms,
): Promise<readonly Match[]> => {
  const values = [ids?.from ?? null, ids?.to ?? null, licencePlate, phone, sessionId];
  const named = await query(plain<Match>('look up', NAMES, values));
  const policies = await query(plain<Policy>('look up policies', POLICIES, [policyNumbers]));
  return policies.length === 0 ? named : [...named, ...(await query(contractsOf(policies)))];
};
