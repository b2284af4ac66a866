import { CONTRACT_CAUSES, type BookedPeriod, type Books, type ContractEntry } from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { plain } from '../database/prepared-statement.ts';

const COMPANIES = 'select id, number, name from company order by number';

/** Parameters: company, and the two parameters of `IN_PERIOD`. */
const INSURERS = (inPeriod: string): string =>
  `select distinct insurer from entry where company_id = $1 and payment_id is not null and ${inPeriod}`;

const ACCOUNTS = [
  'wallet',
  'premium_due',
  'accessories',
  'tax',
  'guarantee_fund',
  'brown_card',
  'commission',
  'refunds_due',
] as const;

const movementColumn = <Name extends (typeof ACCOUNTS)[number]>(account: Name) => `moved ${account}` as const;

/** The payer's fee; for a refund, the refunded part of the fee. */
const FEES = `case when entry.cause in ('refund_done', 'refund_by_hand')
  then coalesce((contract.cancellation #>> '{refund,fees}')::bigint, payment.fees) else payment.fees end`;

/** Parameters: company, the two parameters of `IN_PERIOD`, insurer. */
const ENTRIES = (inPeriod: string): string => `
  select entry.id, entry.wallet, entry.cause, entry.at, entry.booked_on as "bookedOn",
    contract.policy_number as "policyNumber", vehicle.licence_plate as "licencePlate",
    quote.policyholder_name as policyholder, contract.start_date as "startDate", coalesce((contract.cancellation ->> 'soldUntil')::date, contract.end_date) as "endDate",
    entry.payment_id as "paymentId", ${FEES} as fees, ${ACCOUNTS.map((account) => `moves.${account} as "${movementColumn(account)}"`).join(', ')}
  from entry
  join contract on contract.company_id = $1 and contract.payment_id = entry.payment_id
  join payment on payment.company_id = $1 and payment.id = entry.payment_id
  join quote on quote.company_id = $1 and quote.id = contract.quote_id
  join vehicle on vehicle.company_id = $1 and vehicle.id = contract.vehicle_id
  join lateral (
    select ${ACCOUNTS.map((account) => `sum(amount) filter (where account = '${account}')::bigint as ${account}`).join(', ')}
    from posting where posting.company_id = $1 and posting.entry_id = entry.id
  ) moves on true
  where entry.company_id = $1 and ${inPeriod} and entry.insurer is not distinct from $4
    and entry.cause in (${CONTRACT_CAUSES.map((cause) => `'${cause}'`).join(', ')})
  order by entry.booked_on, entry.id`;

/** The condition for the entries of a closing, or of a range of days. For a closing, `$3` is null. */
const IN_PERIOD = {
  closing: 'entry.closing = $2::integer and $3::integer is null',
  days: 'entry.booked_on between $2::date and $3::date',
} as const;

type Line = Omit<ContractEntry, 'companyId' | 'insurer' | 'intermediary' | 'moves'> &
  Readonly<Record<ReturnType<typeof movementColumn<(typeof ACCOUNTS)[number]>>, number | null>>;

export const bordereaux = ({
  query,
  readAlong,
}: Pick<Database, 'query' | 'readAlong'>): Pick<Books, 'insurers' | 'contractEntries'> => {
  type Company = ContractEntry['intermediary'] & { readonly id: string };
  const companies = () => query(plain<Company>('intermediaries', COMPANIES));
  return {
    insurers: async (period) => {
      const { kind, values } = conditionOf(period);
      const found = new Set<string | null>();
      for (const { id } of await companies())
        await readAlong(
          plain<{ insurer: string | null }>(`insurers of ${kind}`, INSURERS(IN_PERIOD[kind]), [id, ...values]),
          async (some) => some.forEach(({ insurer }) => found.add(insurer)),
        );
      return [...found].sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1));
    },
    contractEntries: async (period, insurer, take) => {
      const { kind, values } = conditionOf(period);
      for (const { id: companyId, ...intermediary } of await companies())
        await readAlong(
          plain<Line>(`contract entries of ${kind}`, ENTRIES(IN_PERIOD[kind]), [companyId, ...values, insurer]),
          (lines) => take(lines.map((line) => entryOf(line, { companyId, insurer, intermediary }))),
        );
    },
  };
};

const conditionOf = (period: BookedPeriod) =>
  'closing' in period
    ? ({ kind: 'closing', values: [period.closing, null] } as const)
    : ({ kind: 'days', values: [period.from, period.until] } as const);

const entryOf = (line: Line, whose: Pick<ContractEntry, 'companyId' | 'insurer' | 'intermediary'>): ContractEntry => {
  const { id, wallet, cause, at, bookedOn, policyNumber, licencePlate, policyholder, startDate, endDate } = line;
  const moves: Partial<Record<(typeof ACCOUNTS)[number], number>> = {};
  for (const account of ACCOUNTS) {
    const amount = line[movementColumn(account)];
    if (amount !== null) moves[account] = amount;
  }
  const entry = { ...whose, id, wallet, cause, at, bookedOn, moves };
  const contract = { policyNumber, licencePlate, policyholder, startDate, endDate };
  return { ...entry, ...contract, paymentId: line.paymentId, fees: line.fees };
};
