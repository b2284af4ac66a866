import { randomBytes } from 'node:crypto';
import { debitEnd, paidAmount, type TryError } from '../mobile-money/scripts.ts';
import { minutesAfter } from '../shared/moments.ts';

/** A valid request of a merchant. */
export interface PaymentRequest {
  /** The merchant's own reference. CinetPay's API accepts no other id. */
  readonly transaction_id: string;
  readonly amount: number;
  readonly currency: 'XOF';
  readonly description: string;
  readonly notify_url: string;
  readonly return_url: string;
  /** If present, the payment can be paid only from this account. */
  readonly customer_phone_number?: string;
}

export type TransactionStatus = 'PENDING' | 'REFUSED' | 'ACCEPTED' | 'CANCELLED';

/** A payment as CinetPay stores it, with its history. */
export interface Transaction extends PaymentRequest {
  /** The secret in the URL of the payer's page. */
  readonly token: string;
  readonly status: TransactionStatus;
  /** Set while a debit is in progress after the payer has confirmed. CinetPay still reports the payment as waiting. */
  readonly debit?: true;
  /** Why the latest attempt failed. */
  readonly failure?: TryError;
  readonly created: string;
  readonly ends: string;
  readonly paid?: { readonly at: string; readonly operatorId: string };
  /** The amount that the payer sees. `amount` is the reported amount, which a script may change after the payment. */
  readonly asked: number;
  readonly states: readonly { readonly at: string; readonly status: TransactionStatus; readonly event: Event }[];
}

type Event = 'created' | 'processing' | 'paid' | 'cancelled' | TryError;

/**
 * Hours for which the payer's page is valid: our assumption, because CinetPay publishes no limit. The merchant cannot
 * end the page sooner.
 */
const LIFE_HOURS = 24;

export const createTransaction = (request: PaymentRequest, at: string): Transaction => ({
  ...request,
  token: secret(),
  status: 'PENDING',
  asked: request.amount,
  created: at,
  ends: minutesAfter(at, LIFE_HOURS * 60),
  states: [{ at, status: 'PENDING', event: 'created' }],
});

/** Whether the payer can still pay. After a refused attempt, the payer can make another attempt. */
export const isOpen = ({ status, debit }: Transaction): boolean =>
  debit !== true && (status === 'PENDING' || status === 'REFUSED');

/**
 * When the payment ends: when the page ends, or when a debit that outlasts the page completes. Undefined after the end.
 */
export const endOf = (transaction: Transaction): string | undefined => {
  if (transaction.debit) return debitEnd(transaction.ends);
  return isOpen(transaction) ? transaction.ends : undefined;
};

/** Ends the payment. A debit in progress is completed; otherwise the payment is cancelled. */
export const endTransaction = (transaction: Transaction, at: string): Transaction =>
  transaction.debit ? completeTransaction(transaction, at) : moved(transaction, 'CANCELLED', 'cancelled', at);

/** Starts the debit after the payer has confirmed. */
export const startDebit = ({ failure: _, ...transaction }: Transaction, at: string): Transaction => ({
  ...moved(transaction, 'PENDING', 'processing', at),
  debit: true,
});

export const completeTransaction = (transaction: Transaction, at: string): Transaction => {
  const { failure: _failure, debit: _debit, ...others } = moved(transaction, 'ACCEPTED', 'paid', at);
  const operatorId = `MP.${secret().slice(0, 10).toUpperCase()}`;
  const amount = paidAmount(transaction.customer_phone_number, transaction.asked);
  return { ...others, amount, paid: { at, operatorId } };
};

/** Fails an attempt. The payer can try again. */
export const failAttempt = (transaction: Transaction, failure: TryError, at: string): Transaction => ({
  ...moved(transaction, 'REFUSED', failure, at),
  failure,
});

const moved = (transaction: Transaction, status: TransactionStatus, event: Event, at: string): Transaction => ({
  ...transaction,
  status,
  states: [...transaction.states, { at, status, event }],
});

const secret = (): string => randomBytes(20).toString('hex');
