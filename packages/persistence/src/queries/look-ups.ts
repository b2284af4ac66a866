import type { Hit, LookUps, Meant } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { isStorable } from '../text.ts';
import { plain } from '../statement.ts';

/** Limit on matches of one reading of the word: an agency's phone may be on any number of quotes. */
const NAMED = 100;

const latest = (kind: string, from: string, own: boolean, id = 'id'): string => `(
  select '${kind}' as kind, named.company_id, named.${id} as id, ${own} as own
  from ${from} order by named.${id} desc limit ${NAMED})`;

const between = (id: string): string => `named.${id} between $1::uuid and $2::uuid`;

/** What a word can match, each by an index. Values: the range of ids, policy numbers, plate, phone, session. */
const NAMES = [
  latest('payment', `payment_reference named where ${between('payment_id')}`, true, 'payment_id'),
  latest('contract', `contract named where ${between('id')}`, true),
  latest('quote', `quote named where ${between('id')}`, true),
  latest('vehicle', `vehicle named where ${between('id')}`, true),
  latest(
    'contract',
    `policy_number number join contract named
      on named.company_id = number.company_id and named.policy_number = number.policy_number
      where number.policy_number = any ($3::text[])`,
    false,
  ),
  latest('vehicle', 'vehicle named where named.licence_plate = $4', false),
  latest('payment', 'payment named where named.payer = $5', false),
  latest('quote', 'quote named where named.policyholder_phone = $5', false),
  latest('payment', 'payment named where named.session_id = $6', false),
].join(' union all ');

/** What belongs to a match, by the match's kind. */
type Leads = Readonly<Record<'payment' | 'contract' | 'quote' | 'vehicle', string>>;

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
const VEHICLES: Leads = {
  payment: `select quote.vehicle_id from payment join quote on quote.company_id = payment.company_id
    and quote.id = payment.quote_id where ${whose('payment', 'id')}`,
  contract: `select contract.vehicle_id from contract where ${whose('contract', 'id')}`,
  quote: `select quote.vehicle_id from quote where ${whose('quote', 'id')}`,
  vehicle: `select vehicle.id from vehicle where ${whose('vehicle', 'id')}`,
};

const lookUp = (target: keyof Leads, leads: Leads): string => `
  with named as materialized (${NAMES})
  select named.company_id, led.id, bool_or(named.own and named.kind = '${target}') as own
  from named cross join lateral (
    ${Object.entries(leads)
      .map(([kind, lead]) => `${lead} and named.kind = '${kind}'`)
      .join(' union all ')}
  ) led (id)
  group by named.company_id, led.id order by led.id desc limit $7`;

interface HitRow {
  readonly company_id: string;
  readonly id: string;
  readonly own: boolean;
}

export const lookUps = ({ query }: Database): LookUps => {
  const finder = (target: keyof Leads, leads: Leads) => {
    const text = lookUp(target, leads);
    return async ({ ids, policyNumbers, licencePlate, phone, sessionId }: Meant, limit: number): Promise<Hit[]> => {
      if (!isStorable(sessionId)) return [];
      const values = [ids?.from ?? null, ids?.to ?? null, policyNumbers, licencePlate, phone, sessionId, limit];
      const rows = await query(plain<HitRow>(`look up ${target}`, text, values));
      return rows.map(({ company_id: companyId, id, own }) => ({ companyId, id, own }));
    };
  };
  return {
    payments: finder('payment', PAYMENTS),
    contracts: finder('contract', CONTRACTS),
    vehicles: finder('vehicle', VEHICLES),
  };
};
