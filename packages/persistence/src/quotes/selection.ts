import type { QuoteListFilter, QuoteStatus } from '@vehicle-insurance/core';
import { sql, type RawBuilder } from 'kysely';
import type { OnPage, Selection } from '../companies/pages.ts';

/** A quote without a contract is unpaid, with or without a pending payment; every other has its contract's status. */
const UNPAID = ['awaiting_payment', 'payment_pending'] as const satisfies readonly QuoteStatus[];

type Kind = (typeof UNPAID)[number] | 'paid';
type Values = QuoteListFilter & OnPage;

/** The words on which the statement of a page depends. */
export const wordsOf = ({
  vehicleId,
  status,
}: QuoteListFilter & { readonly status: QuoteStatus }): readonly string[] => [
  UNPAID.find((unpaid) => unpaid === status) ?? 'paid',
  ...(vehicleId === undefined ? [] : ['vehicle']),
];

/**
 * The quotes of a company with a status, optionally those of one vehicle, of which there are few. The others are read in
 * the order of an index, and counted without reading them: a payment is pending for half an hour.
 */
export const selectQuotes = ([kind, vehicle]: readonly string[], values: Values): Selection =>
  vehicle === undefined ? ALL[kind as Kind](values) : selectOfVehicle(kind as Kind, values);

const ALL: Readonly<Record<Kind, (values: Values) => Selection>> = {
  awaiting_payment: ({ companyId }) => ({
    total: sql<number>`(
      select counter.quotes - counter.contracts - (select count(*) from ${pending(companyId)})
      from company_counter counter where counter.company_id = ${companyId}
    )`,
    ordinals: sql`select unpaid.ordinal from unpaid_quote unpaid where unpaid.company_id = ${companyId}
      and unpaid.ordinal <> all (array(select pending.ordinal from ${pending(companyId)}))
      order by unpaid.ordinal desc`,
  }),
  payment_pending: ({ companyId }) => ({
    total: sql<number>`(select count(*) from ${pending(companyId)})`,
    ordinals: sql`select pending.ordinal from ${pending(companyId)} order by pending.ordinal desc`,
  }),
  paid: ({ companyId, status }) => ({
    total: sql<number>`(
      select coalesce(sum(counted.contracts), 0)::bigint from contract_count counted
      where counted.company_id = ${companyId} and counted.status = ${status}
    )`,
    ordinals: sql`select listed.quote_ordinal as ordinal from contract listed
      where listed.company_id = ${companyId} and listed.status = ${status} order by listed.quote_ordinal desc`,
  }),
};

/** A quote has at most one pending payment, and none once it has a contract. */
const pending = (companyId: string): RawBuilder<unknown> => sql`(
  select quoted.ordinal from payment join quote quoted on quoted.company_id = payment.company_id and quoted.id = payment.quote_id
  where payment.company_id = ${companyId} and payment.status = 'pending' and quoted.company_id = ${companyId}
) pending`;

const selectOfVehicle = (kind: Kind, { companyId, vehicleId, status }: Values): Selection => {
  const hasPending = sql`exists (select from payment where payment.company_id = ${companyId}
    and payment.quote_id = quoted.id and payment.status = 'pending')`;
  const hasStatus = {
    awaiting_payment: sql`contract.status is null and not ${hasPending}`,
    payment_pending: sql`contract.status is null and ${hasPending}`,
    paid: sql`contract.status = ${status}`,
  }[kind];
  // The offset keeps the planner from reading all quotes in the order of their ordinals until enough match.
  const few = sql`(
    select quoted.ordinal from quote quoted
    left join contract on contract.company_id = ${companyId} and contract.quote_id = quoted.id
    where quoted.company_id = ${companyId} and quoted.vehicle_id = ${vehicleId}::uuid and ${hasStatus} offset 0
  ) few`;
  return {
    total: sql<number>`(select count(*) from ${few})`,
    ordinals: sql`select few.ordinal from ${few} order by few.ordinal desc`,
  };
};
