import type { Instant } from '../../shared/calendar.ts';
import { nextAttempt, type Due } from '../../shared/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import { CURRENCY, type Francs } from '../../shared/money.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { chargedAmount, type OpenedPayment, type Payment } from './payment.ts';
import { nextReconciliation } from './schedule.ts';
import type { Session } from './session.ts';

/** Refund status. The provider makes the refund, or a person makes the refund if the provider cannot. */
export const refundMachine = machine('refund', 'due', {
  due: { give_back: 'done', hand_over: 'manual' },
  manual: { give_back: 'done' },
  done: {},
});

/** The status of a refund. `manual`: an operator must make the refund. */
export type RefundStatus = StateOf<typeof refundMachine>;

/**
 * Money to return to the payer, because the payment bought no contract or the contract was cancelled. A session has at
 * most one refund.
 */
export interface Refund {
  readonly id: string;
  readonly companyId: string;
  readonly paymentId: string;
  readonly provider: string;
  readonly sessionId: string;
  readonly status: RefundStatus;
  /** The amount to return, in the unit of `currency`. */
  readonly amount: number;
  /** The currency that the provider reports. Money in a foreign currency is refunded but never booked. */
  readonly currency: string;
  /**
   * Whether the refund returns only a part of the session's money. No provider refunds a part by API, so a person must
   * make such a refund.
   */
  readonly isPart: boolean;
  readonly created: Instant;
  readonly completed: Instant | null;
  readonly due: Due | null;
}

/** The refund of the amount paid into `session`, due at once. */
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
  isPart: false,
  created: now,
  completed: null,
  due: { at: now, attempts: 0 },
});

/** The refund of a succeeded payment. If `amount` is not the whole charge, a person must make the refund. */
export const refundOfPayment = (id: string, payment: OpenedPayment, amount: Francs, now: Instant): Refund => {
  const refund = refundOf(id, payment, { id: payment.session.id, amount, currency: CURRENCY }, now);
  return amount === chargedAmount(payment) ? refund : { ...refund, isPart: true, status: 'manual', due: null };
};

/** Records that the payer has received the money. */
export const completeRefund = (refund: Refund, now: Instant): Result<Refund, IllegalTransition> =>
  step(refundMachine, refund.status, 'give_back').map((status) => ({ ...refund, status, completed: now, due: null }));

/** Makes the refund an operator's task, because the service cannot request the refund from the provider. */
export const handOverRefund = (refund: Refund): Result<Refund, IllegalTransition> =>
  step(refundMachine, refund.status, 'hand_over').map((status) => ({ ...refund, status, due: null }));

/**
 * Schedules the next attempt, at intervals that grow to an hour, without a limit. Operators see `lastError`, but a
 * refusal stays visible until an attempt has no error. `failingSince` restarts at the first error after an attempt
 * without one, and at the first refusal. No other error restarts it, so that an intermittent outage does not reopen a
 * dismissed action item.
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
