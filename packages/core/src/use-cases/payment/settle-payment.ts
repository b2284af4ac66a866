import { askAgain, confirmPayment, failPayment, sessionSeen, type Payment } from '../../domain/payment/payment.ts';
import { refundOf } from '../../domain/payment/refund.ts';
import type { Inquiry, Verdict } from '../../domain/payment/verdict.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { troubleOf } from '../../shared/outcome.ts';
import { openContract, type ContractOpening } from '../contract/open-contract.ts';

/** A verdict on a payment, and what was asked and heard that led to it. */
export interface Settlement {
  readonly payment: Payment;
  readonly verdict: Verdict;
  readonly inquiry: Pick<Inquiry, 'asked' | 'said'>;
  readonly now: Instant;
}

/**
 * Records a verdict on a pending payment, under the quote's lock. Money that arrived in time opens the contract in
 * this same transaction: there is no moment at which one exists without the other.
 */
export const settlePayment = async (
  tx: Transaction,
  { ids, contractOpening }: { ids: Ids; contractOpening: ContractOpening },
  { payment: before, verdict, inquiry: { asked, said }, now }: Settlement,
): Promise<void> => {
  const payment = said.outcome === 'done' ? sessionSeen(before, said.value, asked, now) : before;
  const { evidence } = said;
  const trouble = troubleOf(said);
  switch (verdict.is) {
    case 'succeeded': {
      const paid = confirmPayment(payment, verdict.completed).unwrap();
      await tx.payments.save(paid, { at: now, why: 'the provider says it is paid', evidence });
      await openContract(tx, contractOpening, paid, now);
      return;
    }
    case 'failed': {
      const watch = verdict.refund === null;
      const failed = failPayment(payment, verdict.reason, now, { watch, trouble }).unwrap();
      await tx.payments.save(failed, { at: now, why: verdict.reason, evidence });
      if (verdict.refund)
        await tx.refunds.add(refundOf(ids.next(), failed, verdict.refund, now), { at: now, why: verdict.reason });
      return;
    }
    case 'waiting': {
      const undecided = {
        ...askAgain(payment, verdict.until, trouble),
        processingSeen: payment.processingSeen || verdict.processing,
        silentSince: verdict.silent ? (payment.silentSince ?? now) : null,
      };
      await tx.payments.save(undecided, { at: now, why: 'not decided yet' });
    }
  }
};
