import type { Dependencies } from '../../ports/dependencies.ts';
import type { Unbooked } from '../../ports/ledger.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { Ok } from '../../shared/result.ts';
import { bookCancellation, bookPayment, bookRefund, bookUnused, paidOf } from './book.ts';

type Given = Pick<Dependencies, 'unitOfWork' | 'books' | 'clock' | 'ids' | 'zone'>;

/** Payments booked by one unit of work, and units of one run; after that, other daily work has its turn. */
const AT_ONCE = 100;
const UNITS = 100;

/**
 * Books what was settled before there was a ledger, or by a process of a version without one: dated on the day it
 * happened, with today as booking date. Idempotent, and safe to run concurrently.
 */
export const bookFormer =
  ({ unitOfWork, books, clock, ...booking }: Given) =>
  async (): Promise<void> => {
    for (let units = 0; units < UNITS; units += 1) {
      const found = await books.unbooked(AT_ONCE);
      if (found.length === 0) return;
      await unitOfWork.run<void, never>(async (tx) => {
        for (const each of found) await bookAll(tx, booking, each, clock.now());
        return Ok(undefined);
      });
    }
  };

const bookAll = async (
  tx: Transaction,
  booking: Pick<Given, 'ids' | 'zone'>,
  { companyId, paymentId, contractId, refundId, isByHand }: Unbooked,
  now: Instant,
): Promise<void> => {
  const payment = await tx.payments.find(companyId, paymentId);
  const contract = contractId === null ? undefined : await tx.contracts.find(companyId, contractId);
  const refund = refundId === null ? undefined : await tx.refunds.find(companyId, refundId);
  if (!payment) throw new Error(`payment ${paymentId} is to be booked, and is not there`);
  if (payment.status === 'succeeded') await bookPayment(tx, booking, await paidOf(tx, payment), now);
  if (contract?.cancelled) await bookCancellation(tx, booking, payment, contract, { at: contract.cancelled.at, now });
  if (!refund) return;
  if (payment.status === 'failed') await bookUnused(tx, booking, payment, refund, { at: refund.created, now });
  // An operator may have recorded it since it was found.
  if (await tx.ledger.has(companyId, 'refund_by_hand', refund.id)) return;
  const cause = isByHand ? 'refund_by_hand' : 'refund_done';
  if (refund.completed) await bookRefund(tx, booking, refund, cause, { at: refund.completed, now });
};
