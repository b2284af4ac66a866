import {
  quoteStatus,
  type Payment,
  type PaymentShown,
  type PaymentWithRefund,
  type PricedQuote,
  type Quote,
  type QuoteQueries,
} from '@vehicle-insurance/core';
import { isAfter, isListed, latestFirst, pageOf } from './page.ts';
import { has } from './table.ts';
import { isLive, type Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { vehicleOf, withRefund } from './queries.ts';

export const memoryQuoteQueries = (memory: Memory): QuoteQueries => ({
  find: async (companyId, id) => {
    const unit = beginUnit(memory);
    const quote = unit.quotes.get(companyId, id);
    return quote && viewOf(unit, quote);
  },
  page: async (companyId, { vehicleId, status }, request) => {
    const unit = beginUnit(memory);
    const matches = unit.quotes
      .all()
      .filter(has({ companyId, vehicleId }))
      .filter((quote) => status === undefined || progressOf(unit, quote).status === status);
    return pageOf(matches, request, (quote) => viewOf(unit, quote));
  },
  list: async ({ vehicleId, policyholderPhone, isPaid, after, ...filter }, limit) => {
    const unit = beginUnit(memory);
    return unit.quotes
      .all()
      .filter((quote) => isListed({ ...quote, status: '' }, filter))
      .filter((quote) => vehicleId === undefined || quote.vehicleId === vehicleId)
      .filter((quote) => policyholderPhone === undefined || quote.policyholder.phone === policyholderPhone)
      .filter(({ created, id }) => isAfter(created, id, after))
      .map((quote) => ({
        ...viewOf(unit, quote),
        companyName: unit.companies.get(quote.companyId)?.name ?? '',
        isCancelled: unit.contracts.all().some((each) => each.quoteId === quote.id && each.cancelled !== null),
      }))
      .filter(({ contractId }) => isPaid === undefined || (contractId !== null) === isPaid)
      .sort((a, b) => latestFirst(a.quote, b.quote))
      .slice(0, limit);
  },
  status: async (companyId, id) => {
    const unit = beginUnit(memory);
    const quote = unit.quotes.get(companyId, id);
    if (!quote) return undefined;
    const payments = paymentsOf(unit, quote);
    const [latest] = payments.filter(({ status }) => status !== 'opening').sort(liveFirst);
    return { ...progressOf(unit, quote, payments), payment: latest ? paymentShown(withRefund(unit, latest)) : null };
  },
  count: async (companyId) => ofCompany(memory, companyId).length,
  priced: async (companyId, { numbers: [first, last], since = '', until = '~' }) =>
    ofCompany(memory, companyId)
      .slice(first - 1, last)
      .filter(({ created }) => created >= since && created <= until)
      .map((quote) => pricedOf(beginUnit(memory), quote)),
});

/** A payment and its refund as callers see them. */
export const paymentShown = ({ payment, refund }: PaymentWithRefund): PaymentShown => {
  const { id, quoteId, status, amount, fees, failureReason, created, completed, session } = payment;
  return {
    payment: {
      id,
      quoteId,
      status,
      amount,
      fees,
      failureReason,
      created,
      completed,
      session: { url: session?.url ?? null },
    },
    refund: refund && {
      status: refund.status,
      amount: refund.amount,
      created: refund.created,
      completed: refund.completed,
    },
  };
};

const ofCompany = (memory: Memory, companyId: string): readonly Quote[] =>
  beginUnit(memory).quotes.all().filter(has({ companyId }));

/** The stored facts on which a price depends. */
const pricedOf = (unit: Unit, quote: Quote): PricedQuote => {
  const { id, companyId, coverage, catalogueVersion, premium, created, duration, usage, startDate } = quote;
  const { type, firstRoadDate, originalValue, marketValue, energy, power, seats } = vehicleOf(unit, quote);
  const vehicle = { type, firstRoadDate, originalValue, marketValue, energy, power, seats };
  return {
    id,
    companyId,
    coverage: { id: coverage.id, name: coverage.name },
    catalogueVersion,
    premium,
    created,
    facts: { vehicle, duration, usage, startDate },
  };
};

/**
 * The live attempt counts as the latest, because a failed attempt may have a later date if a process's clock was ahead.
 */
const liveFirst = (one: Payment, other: Payment): number =>
  Number(isLive(other)) - Number(isLive(one)) || latestFirst(one, other);

const viewOf = (unit: Unit, quote: Quote) => ({ quote, vehicle: vehicleOf(unit, quote), ...progressOf(unit, quote) });

const progressOf = (unit: Unit, quote: Quote, payments = paymentsOf(unit, quote)) => {
  const contract = unit.contracts.first(has({ companyId: quote.companyId, quoteId: quote.id }));
  const paymentPending = payments.some(({ status }) => status === 'pending');
  return {
    status: quoteStatus({ contract: contract?.status ?? null, paymentPending }),
    contractId: contract?.id ?? null,
  };
};

const paymentsOf = ({ payments }: Unit, { companyId, id }: Quote) =>
  payments.all().filter(has({ companyId, quoteId: id }));
