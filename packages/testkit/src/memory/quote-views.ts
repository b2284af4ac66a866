import {
  quoteStatus,
  type Contract,
  type Payment,
  type Quote,
  type QuoteView,
  type QuoteViews,
} from '@vehicle-insurance/core';
import { pageOf } from './page.ts';
import { keyIn, type Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { withRefund } from './views.ts';

export const memoryQuoteViews = (memory: Memory): QuoteViews => ({
  find: async (companyId, id) => {
    const unit = beginUnit(memory);
    const quote = unit.quotes.get(keyIn(companyId, id));
    return quote && viewOf(unit, quote);
  },
  page: async (companyId, { vehicleId }, request) => {
    const unit = beginUnit(memory);
    const matches = unit.quotes
      .all()
      .filter((quote) => quote.companyId === companyId && (vehicleId === undefined || quote.vehicleId === vehicleId));
    const page = pageOf(matches, request);
    return { ...page, data: page.data.map((quote) => viewOf(unit, quote)) };
  },
  status: async (companyId, id) => {
    const unit = beginUnit(memory);
    const quote = unit.quotes.get(keyIn(companyId, id));
    if (!quote) return undefined;
    const latest = paymentsOf(unit, quote)
      .filter(({ status }) => status !== 'opening')
      .reduce<Payment | undefined>((last, each) => (last && last.created > each.created ? last : each), undefined);
    return { ...progressOf(unit, quote), payment: latest ? withRefund(unit, latest) : null };
  },
});

const viewOf = (unit: Unit, quote: Quote): QuoteView => ({
  quote,
  vehicle: vehicleOf(unit, quote),
  ...progressOf(unit, quote),
});

/** A quote's vehicle; a store keeps no quote without one. */
export const vehicleOf = ({ vehicles }: Unit, { companyId, vehicleId }: Pick<Quote, 'companyId' | 'vehicleId'>) => {
  const vehicle = vehicles.get(keyIn(companyId, vehicleId));
  if (!vehicle) throw new Error('a quote has lost its vehicle');
  return vehicle;
};

const progressOf = (unit: Unit, quote: Quote) => {
  const contract = contractOf(unit, quote);
  const paymentPending = paymentsOf(unit, quote).some(({ status }) => status === 'pending');
  return {
    status: quoteStatus({ contract: contract?.status ?? null, paymentPending }),
    contractId: contract?.id ?? null,
  };
};

const paymentsOf = ({ payments }: Unit, { companyId, id }: Quote) =>
  payments.all().filter((payment) => payment.companyId === companyId && payment.quoteId === id);

const contractOf = ({ contracts }: Unit, { companyId, id }: Quote): Contract | undefined =>
  contracts.all().find((contract) => contract.companyId === companyId && contract.quoteId === id);
