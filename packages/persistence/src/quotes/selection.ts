import { contractMachine, statesOf, type QuoteListFilter, type QuoteStatus } from '@vehicle-insurance/core';
import { sql, type RawBuilder } from 'kysely';
import { countsWithout, everyOrdinal, isInBlock, selectCounted } from '../companies/list-counts.ts';
import { selectFew, type OnPage, type Selection } from '../companies/pages.ts';

/**
 * A quote without a contract is unpaid, with or without a pending payment. Every other quote has its contract's status.
 */
const UNPAID = ['awaiting_payment', 'payment_pending'] as const satisfies readonly QuoteStatus[];

type Kind = (typeof UNPAID)[number] | 'paid';
type Values = QuoteListFilter & OnPage;

/** The words that select the prepared statement of a page (`statementsBy`). */
export const wordsOf = ({
  vehicleId,
  status,
}: QuoteListFilter & { readonly status: QuoteStatus }): readonly string[] => [
  UNPAID.find((unpaid) => unpaid === status) ?? 'paid',
  ...(vehicleId === undefined ? [] : ['vehicle']),
];

/**
 * The quotes of a company with a status. A vehicle has few quotes, so a filter by vehicle reads all of them. Pending
 * payments are few too, because most end within half an hour. All other filters use counts (`list-counts.ts`).
 */
export const selectQuotes = ([kind, vehicle]: readonly string[], values: Values): Selection =>
  vehicle === undefined ? ALL[kind as Kind](values) : selectFew(ofVehicle(kind as Kind, values), values);

const ALL: Readonly<Record<Kind, (values: Values) => Selection>> = {
  awaiting_payment: (values) => {
    const { companyId } = values;
    const quotes = sql`(select counter.quotes from company_counter counter where counter.company_id = ${companyId})`;
    return selectCounted(
      {
        // All ordinals, except those of quotes with a contract or a pending payment.
        counted: sql`select section, listed, blocks from list_count
          where company_id = ${companyId} and list = 'quote'`,
        also: sql`, pending as materialized (${pending(companyId)})`,
        ...countsWithout(quotes, 'pending'),
        entries: sql`select ordinals.ordinal from (
          ${everyOrdinal(quotes)}
          except select paid.quote_ordinal from contract paid
            where paid.company_id = ${companyId} and ${isInBlock('paid.quote_ordinal')}
              and paid.status = any (${sql.lit(STATES)}::text[])
          except select pending.ordinal from pending
        ) ordinals`,
      },
      values,
    );
  },
  payment_pending: (values) => selectFew(pending(values.companyId), values),
  paid: (values) => {
    const { companyId, status } = values;
    return selectCounted(
      {
        counted: sql`select section, listed, blocks from list_count
          where company_id = ${companyId} and list = 'quote' and status = ${status}`,
        entries: sql`select paid.quote_ordinal as ordinal from contract paid
          where paid.company_id = ${companyId} and paid.status = ${status} and ${isInBlock('paid.quote_ordinal')}`,
      },
      values,
    );
  },
};

const STATES = `{${statesOf(contractMachine).join()}}`;

/** A quote has at most one pending payment. A quote with a contract has no pending payment. */
const pending = (companyId: string): RawBuilder<unknown> => sql`
  select quoted.ordinal from payment join quote quoted
    on quoted.company_id = payment.company_id and quoted.id = payment.quote_id
  where payment.company_id = ${companyId} and payment.status = 'pending' and quoted.company_id = ${companyId}`;

const ofVehicle = (kind: Kind, { companyId, vehicleId, status }: Values): RawBuilder<unknown> => {
  const hasPending = sql`exists (select from payment where payment.company_id = ${companyId}
    and payment.quote_id = quoted.id and payment.status = 'pending')`;
  const hasStatus = {
    awaiting_payment: sql`contract.status is null and not ${hasPending}`,
    payment_pending: sql`contract.status is null and ${hasPending}`,
    paid: sql`contract.status = ${status}`,
  }[kind];
  return sql`select quoted.ordinal from quote quoted
    left join contract on contract.company_id = ${companyId} and contract.quote_id = quoted.id
    where quoted.company_id = ${companyId} and quoted.vehicle_id = ${vehicleId}::uuid and ${hasStatus}`;
};
