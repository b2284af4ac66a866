import type { Instant } from '../../shared/calendar.ts';
import { nextAttempt, type Due } from '../../shared/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import { CURRENCY } from '../../shared/money.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { chargedAmount, type OpenedPayment, type Payment } from './payment.ts';
import { nextReconciliation } from './schedule.ts';
import type { Session } from './session.ts';

/** Money that must go back: by the provider, or by a person where the provider cannot. */
export const refundMachine = machine('refund', 'due', {
  due: { give_back: 'done', hand_over: 'manual' },
  manual: { give_back: 'done' },
  done: {},
});

/** Where one refund stands; `manual` waits for a person. */
export type RefundStatus = StateOf<typeof refundMachine>;

/** Money paid into a session that bought nothing, or a contract that was cancelled. One per session. */
export interface Refund {
  readonly id: string;
  readonly companyId: string;
  readonly paymentId: string;
  readonly provider: string;
  readonly sessionId: string;
  readonly status: RefundStatus;
  /** What the provider says was paid, in the unit of `currency`. */
  readonly amount: number;
  /** As the provider reports it: money in another currency than the service's is given back, and never booked. */
  readonly currency: string;
  readonly created: Instant;
  readonly completed: Instant | null;
  readonly due: Due | null;
}

/** The refund of what was paid into `session`: tried at once. */
export const refundOf = (
  id: string,
  { companyId, id: paymentId, provider }: Payment,
  session: Pick<Session, 'id' | 'amount' | 'currency'>,
  now: Instant,
): Refund => ({
  id,
  companyId,
  paymentId,
  provider,
  sessionId: session.id,
  status: refundMachine.initial,
  amount: session.amount,
  currency: session.currency,
  created: now,
  completed: null,
  due: { at: now, attempts: 0 },
});

/** The refund of everything a payment that succeeded was charged with, fees and all. */
export const refundOfPayment = (id: string, payment: OpenedPayment, now: Instant): Refund =>
  refundOf(id, payment, { id: payment.session.id, amount: chargedAmount(payment), currency: CURRENCY }, now);

/** The money is back with the payer. */
export const completeRefund = (refund: Refund, now: Instant): Result<Refund, IllegalTransition> =>
  step(refundMachine, refund.status, 'give_back').map((status) => ({ ...refund, status, completed: now, due: null }));

/** The provider cannot do it: it waits on the operator's list. */
export const handOverRefund = (refund: Refund): Result<Refund, IllegalTransition> =>
  step(refundMachine, refund.status, 'hand_over').map((status) => ({ ...refund, status, due: null }));

/**
 * The refund did not go through: it is retried with growing delays, without end. `lastError` says why, and stays
 * visible to operators. The first error starts a new problem, since an operator can only have dismissed a delay before
 * it; so does the first refusal after errors of another kind. Later errors change nothing, so that a provider that is
 * down now and then does not start the problem again. Left out: the money is on its way, and nothing is wrong any more.
 */
export const retryRefund = (refund: Refund, now: Instant, lastError?: Problem): Refund => {
  const before = refund.due?.lastError;
  const wasRefused = before?.code === 'refund_refused';
  const shown = wasRefused && lastError !== undefined ? before : lastError;
  const due = nextAttempt(nextReconciliation(refund.created, now), refund.due, shown);
  const begins =
    lastError !== undefined && (before === undefined || (!wasRefused && lastError.code === 'refund_refused'));
  return { ...refund, due: begins ? { ...due, failingSince: now } : due };
};
