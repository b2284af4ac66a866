import type { Contract } from '../../domain/contract/contract.ts';
import {
  contractCancelled,
  paymentSucceeded,
  paymentUnused,
  refunded,
  type Booking,
  type GivenBack,
  type Paid,
} from '../../domain/ledger/entries.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import type { Refund } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { dateOf, type Instant } from '../../shared/calendar.ts';
import type { Francs } from '../../shared/money.ts';

/** What booking needs besides the transaction that records the money. */
export type BookingDependencies = Pick<Dependencies, 'ids' | 'zone'>;

/** When something happened, and when it is booked; they differ if it is booked late. */
export interface Booked {
  readonly at: Instant;
  readonly now: Instant;
}

/** Books a payment that bought a contract, as of the time it was completed. */
export const bookPayment = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  paid: Paid,
  now: Instant,
): Promise<void> => {
  const at = paid.payment.completed ?? now;
  await tx.ledger.post(paymentSucceeded(booking(dependencies, now), paid, at));
};

/** Books money that bought nothing. */
export const bookUnused = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  payment: Payment,
  amount: Francs,
  { at, now }: Booked,
): Promise<void> => {
  await tx.ledger.post(paymentUnused(booking(dependencies, now), await paidOf(tx, payment), amount, at));
};

/** Books the end of a contract. */
export const bookCancellation = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  payment: Payment,
  contract: Pick<Contract, 'id'>,
  { at, now }: Booked,
): Promise<void> => {
  await tx.ledger.post(contractCancelled(booking(dependencies, now), await paidOf(tx, payment), contract, at));
};

/** Books money that has gone back. */
export const bookRefund = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  refund: Pick<Refund, 'id' | 'companyId' | 'paymentId' | 'amount'>,
  cause: GivenBack,
  { at, now }: Booked,
): Promise<void> => {
  const payment = await tx.payments.find(refund.companyId, refund.paymentId);
  if (!payment) throw new Error('a refund without a payment cannot be booked');
  await tx.ledger.post(refunded(booking(dependencies, now), await paidOf(tx, payment), refund, cause, at));
};

/**
 * The provider reports a refund that is already recorded as done: if an operator gave the money back by hand, it is
 * booked as given back twice.
 */
export const bookRepeated = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  refund: Refund,
  now: Instant,
): Promise<void> => {
  if (await tx.ledger.has(refund.companyId, 'refund_by_hand', refund.id))
    await bookRefund(tx, dependencies, refund, 'refund_repeated', { at: now, now });
};

/** A payment with the quote it was made for. */
export const paidOf = async (tx: Transaction, payment: Payment): Promise<Paid> => {
  const quote = await tx.quotes.find(payment.companyId, payment.quoteId);
  if (!quote) throw new Error('a payment without a quote cannot be booked');
  return { payment, quote };
};

const booking = ({ ids, zone }: BookingDependencies, now: Instant): Booking => ({
  id: ids.next(),
  bookedOn: dateOf(now, zone),
});
