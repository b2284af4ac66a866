import { openContract, type ContractOpening } from '../contract/open-contract.ts';
import type { Instant } from '../kernel/calendar.ts';
import type { Evidence } from '../kernel/outcome.ts';
import type { Ids } from '../kernel/ports.ts';
import type { Transaction } from '../kernel/unit-of-work.ts';
import { askAgain, confirmPayment, failPayment, type Payment } from './payment.ts';
import { refundOf } from './refund.ts';
import type { Verdict } from './verdict.ts';

/** A verdict on a payment, and what was heard that led to it. */
export interface Settlement {
  readonly payment: Payment;
  readonly verdict: Verdict;
  readonly now: Instant;
  readonly evidence?: Evidence | undefined;
  /** Why the provider has told nothing definite, for operators. */
  readonly trouble?: string | undefined;
}

/**
 * Records a verdict on a pending payment, under the quote's lock. Money that arrived in time opens the contract in
 * this same transaction: there is no moment at which one exists without the other.
 */
export const settlePayment = async (
  tx: Transaction,
  { ids, contractOpening }: { ids: Ids; contractOpening: ContractOpening },
  { payment, verdict, now, evidence, trouble }: Settlement,
): Promise<void> => {
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
