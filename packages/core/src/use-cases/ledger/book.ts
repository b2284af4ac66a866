import type { Contract } from '../../domain/contract/contract.ts';
import {
  contractCancelled,
  merchantFee,
  paymentSucceeded,
  paymentUnused,
  refunded,
  type Booking,
  type FeeBooked,
  type GivenBack,
  type Paid,
} from '../../domain/ledger/entries.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import type { Refund } from '../../domain/payment/refund.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { dateOf, type Instant } from '../../shared/calendar.ts';
import { CURRENCY } from '../../shared/money.ts';

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

/** Money as a provider reports it. */
type Reported = Pick<Refund, 'amount' | 'currency'>;

/** Books money that bought nothing; money in another currency is not entered in the books. */
export const bookUnused = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  payment: Payment,
  { amount, currency }: Reported,
  { at, now }: Booked,
): Promise<void> => {
  if (currency !== CURRENCY) return;
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

/** Books money that has gone back; money in another currency was never entered in the books. */
export const bookRefund = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  refund: Pick<Refund, 'id' | 'companyId' | 'paymentId'> & Reported,
  cause: GivenBack,
  { at, now }: Booked,
): Promise<void> => {
  if (refund.currency !== CURRENCY) return;
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

/** Books what the provider kept of a movement of the payment's money, or gave back. */
export const bookFee = async (
  tx: Transaction,
  dependencies: BookingDependencies,
  payment: Payment,
  fee: FeeBooked,
  { at, now }: Booked,
): Promise<void> => {
  await tx.ledger.post(merchantFee(booking(dependencies, now), await paidOf(tx, payment), fee, at));
};

/** A payment with the quote it was made for. */
const paidOf = async (tx: Transaction, payment: Payment): Promise<Paid> => {
  const quote = await tx.quotes.find(payment.companyId, payment.quoteId);
  if (!quote) throw new Error('a payment without a quote cannot be booked');
  return { payment, quote };
};

const booking = ({ ids, zone }: BookingDependencies, now: Instant): Booking => ({
  id: ids.next(),
  bookedOn: dateOf(now, zone),
});
