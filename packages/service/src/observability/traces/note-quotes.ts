import type { ContractViews, Transaction, UnitOfWork } from '@vehicle-insurance/core';
import type { Adapters } from '../../composition/adapters.ts';

/** Told which quote is being worked on; `made`: it is only just being made. */
export type Noticed = (quoteId: string, made?: 'made') => void;

/** The store, telling which quote whoever uses it is concerned with. Changing one begins with taking its lock. */
export const noteQuotes = (store: Adapters['store'], noticed: Noticed): Adapters['store'] => ({
  ...store,
  unitOfWork: notingUnit(store.unitOfWork, noticed),
  contractViews: notingViews(store.contractViews, noticed),
});

const notingViews = (views: ContractViews, noticed: Noticed): ContractViews => ({
  ...views,
  find: async (...args) => {
    const view = await views.find(...args);
    if (view) noticed(view.quote.id);
    return view;
  },
});

const notingUnit = ({ run }: UnitOfWork, noticed: Noticed): UnitOfWork => ({
  run: (work) => run((tx) => work(notingTransaction(tx, noticed))),
});

const notingTransaction = (tx: Transaction, noticed: Noticed): Transaction => {
  const payments: Transaction['payments'] = {
    ...tx.payments,
    find: async (...args) => {
      const payment = await tx.payments.find(...args);
      if (payment) noticed(payment.quoteId);
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
        // Found first: the id is whatever a caller has written, and the quote may be somebody else's.
        if (quote) noticed(quote.id);
        return quote;
      },
      add: (quote) => {
        noticed(quote.id, 'made');
        return tx.quotes.add(quote);
      },
    },
    refunds: {
      ...tx.refunds,
      find: async (companyId, id) => {
        const refund = await tx.refunds.find(companyId, id);
        // A refund knows its payment, and only the payment its quote: one more reading, for who wants traces.
        if (refund) await payments.find(companyId, refund.paymentId);
        return refund;
      },
    },
  };
};
