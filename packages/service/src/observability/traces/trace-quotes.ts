import type { ContractQueries, QuoteQueries, Transaction, UnitOfWork } from '@vehicle-insurance/core';

/**
 * Called with the id of the quote that is read, processed or added. An id that was requested but not found is never
 * passed, because it may be any text or another company's quote.
 */
export type Found = (quoteId: string) => void;

/** Queries of contracts that report their quote. */
export const tracedContracts = (queries: ContractQueries, found: Found): ContractQueries => ({
  ...queries,
  find: async (...args) => {
    const details = await queries.find(...args);
    if (details) found(details.quote.id);
    return details;
  },
  show: async (...args) => {
    const shown = await queries.show(...args);
    if (shown) found(shown.quote.id);
    return shown;
  },
});

export const tracedQuotes = (queries: QuoteQueries, found: Found): QuoteQueries => ({
  ...queries,
  find: async (...args) => {
    const details = await queries.find(...args);
    if (details) found(details.quote.id);
    return details;
  },
  status: async (companyId, id) => {
    const details = await queries.status(companyId, id);
    if (details) found(id);
    return details;
  },
});

/** A unit of work that reports its quote. Each change of a quote or its payments begins with locking the quote. */
export const tracedUnit = ({ run }: UnitOfWork, found: Found): UnitOfWork => ({
  run: (work) => run((tx) => work(tracedTransaction(tx, found))),
});

const tracedTransaction = (tx: Transaction, found: Found): Transaction => {
  const payments: Transaction['payments'] = {
    ...tx.payments,
    find: async (...args) => {
      const payment = await tx.payments.find(...args);
      if (payment) found(payment.quoteId);
      return payment;
    },
  };
  return {
    ...tx,
    payments,
    quotes: {
      ...tx.quotes,
      lock: async (companyId, id) => {
        const quote = await tx.quotes.lock(companyId, id);
        if (quote) found(quote.id);
        return quote;
      },
      add: (quote, ...more) => {
        found(quote.id);
        return tx.quotes.add(quote, ...more);
      },
    },
    refunds: {
      ...tx.refunds,
      find: async (companyId, id) => {
        const refund = await tx.refunds.find(companyId, id);
        // A refund refers only to its payment. While traces are on, one more query finds the quote.
        if (refund) await payments.find(companyId, refund.paymentId);
        return refund;
      },
    },
  };
};
