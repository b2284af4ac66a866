import type { IllegalTransition } from '../kernel/machine.ts';
import type { Clock } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { PaymentNotFound } from './payment.ts';
import type { PaymentViews } from './ports.ts';
import { completeRefund, type Refund } from './refund.ts';

/** The payment whose money a person gave back, and how. */
export interface RecordRefundCommand {
  readonly paymentId: string;
  /** The transfer by which the money went back. */
  readonly reference: string;
  readonly note: string;
  readonly by: string;
}

/** Nothing was paid into this payment that has to go back. */
export interface RefundNotFound {
  readonly code: 'refund_not_found';
}

/** The provider is just being asked to give it back: whoever pays as well would pay twice. */
export interface RefundUnderWay {
  readonly code: 'refund_under_way';
}

/** Why a refund was not recorded as done. */
export type RecordRefundError = PaymentNotFound | RefundNotFound | RefundUnderWay | IllegalTransition;
/** Records a refund as done, and gives it as it is now. */
export type RecordRefund = (command: RecordRefundCommand) => Promise<Result<Refund, RecordRefundError>>;

/** Seconds for which nobody else takes the refund up: it is decided long before. */
const LEASE = 30;

/** An operator has given the money back by hand: the refund is done, and the provider is not asked again. */
export const recordRefund =
  ({
    unitOfWork,
    paymentViews,
    clock,
  }: {
    unitOfWork: UnitOfWork;
    paymentViews: PaymentViews;
    clock: Clock;
  }): RecordRefund =>
  async ({ paymentId, reference, note, by }) => {
    const view = await paymentViews.find(paymentId);
    if (!view) return Err({ code: 'payment_not_found' });
    if (!view.refund) return Err({ code: 'refund_not_found' });
    const { companyId, id } = view.refund;
    return unitOfWork.run<Refund, RecordRefundError>(async ({ quotes, refunds, leases }) => {
      await quotes.lock(companyId, view.payment.quoteId);
      const refund = await refunds.find(companyId, id);
      if (!refund) return Err({ code: 'refund_not_found' });
      const now = clock.now();
      const given = completeRefund(refund, now);
      if (given.isErr()) return given;
      if (!(await leases.take({ kind: 'refunds', companyId, id }, LEASE))) return Err({ code: 'refund_under_way' });
      const why = `given back by hand, reference ${reference}: ${note}`;
      await refunds.save(given.value, { at: now, why, by, evidence: { reference, note } });
      return Ok(given.value);
    });
  };
