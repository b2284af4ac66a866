import type { Checkout } from '../mobile-money/checkout.ts';
import { payerUrl } from '../mobile-money/payer-routes.ts';
import { resultOfTry, RESULTS, type CinetPayResult } from './result.ts';
import { isOpen, type Transaction } from './transaction.ts';

/** The response to the opening. No other response of CinetPay's API contains the URL of the payer's page. */
export const createdView = ({ token }: Transaction, base: string): CinetPayResult => ({
  ...RESULTS.created,
  description: 'Transaction created with success',
  data: { payment_token: token, payment_url: payerUrl(base, token) },
});

/** The response to a status query. */
export const checkView = (transaction: Transaction): CinetPayResult => ({
  ...resultOf(transaction),
  data: {
    amount: String(transaction.amount),
    currency: transaction.currency,
    status: transaction.status,
    payment_method: transaction.paid ? 'OM' : null,
    description: transaction.description,
    metadata: null,
    operator_id: transaction.paid?.operatorId ?? null,
    // For an unknown date, CinetPay sends a blank instead of null.
    payment_date: transaction.paid ? dateAndTime(transaction.paid.at) : ' ',
  },
});

const resultOf = ({ status, failure = 'payment-failure' }: Transaction): CinetPayResult => {
  switch (status) {
    case 'PENDING':
      return RESULTS.waiting;
    case 'REFUSED':
      return resultOfTry(failure);
    case 'ACCEPTED':
      return RESULTS.paid;
    case 'CANCELLED':
      return RESULTS.cancelled;
  }
};

const stateOf = (transaction: Transaction): Checkout['state'] => {
  if (transaction.paid) return 'paid';
  if (transaction.debit) return 'processing';
  return isOpen(transaction) ? 'open' : 'closed';
};

export const checkoutOf = (transaction: Transaction, business: string): Checkout => ({
  id: transaction.token,
  state: stateOf(transaction),
  business,
  asked: String(transaction.asked),
  reference: transaction.transaction_id,
  mobile: transaction.customer_phone_number,
  ends: transaction.ends,
  failure: transaction.failure,
  transaction: transaction.paid?.operatorId,
  paidAt: transaction.paid?.at,
  refundedAt: undefined,
  closedAt: transaction.states.at(-1)?.at ?? transaction.ends,
  wayBack: { paid: transaction.return_url, unpaid: transaction.return_url },
});

/** A payment with its whole history, for tests against the simulator. */
export const sandboxView = ({ token, ...transaction }: Transaction, base: string): object => ({
  id: transaction.transaction_id,
  ...transaction,
  payment_url: payerUrl(base, token),
  refunds: [],
});

/** A moment in CinetPay's format: `2026-01-15 09:00:00`, in the time of Abidjan, which is UTC. */
export const dateAndTime = (at: string): string => at.slice(0, 19).replace('T', ' ');
