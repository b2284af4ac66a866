import type { Instant } from '../../shared/calendar.ts';
import { nextAttempt, type Due } from '../../shared/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import { CURRENCY, type Francs } from '../../shared/money.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { chargedAmount, type OpenedPayment, type Payment } from './payment.ts';
import { nextReconciliation } from './schedule.ts';
import type { Session } from './session.ts';

/** Refund status: the provider makes the refund, or a person does if the provider cannot. */
export const refundMachine = machine('refund', 'due', {
  due: { give_back: 'done', hand_over: 'manual' },
  manual: { give_back: 'done' },
  done: {},
});

/** The status of a refund; `manual` waits for an operator. */
export type RefundStatus = StateOf<typeof refundMachine>;

/** Money to return, because its session bought no contract or the contract was cancelled. One per session. */
export interface Refund {
  readonly id: string;
  readonly companyId: string;
  readonly paymentId: string;
  readonly provider: string;
  readonly sessionId: string;
  readonly status: RefundStatus;
  /** The amount paid according to the provider, in the unit of `currency`. */
  readonly amount: number;
  /** As the provider reports it. Money in a foreign currency is refunded but never booked. */
  readonly currency: string;
  /**
   * Whether the refund returns only a part of the session's money. No provider refunds a part by API, so a person makes
   * such a refund.
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

/** The refund of a succeeded payment: the whole charge, fees included, or a part of it, which a person refunds. */
export const refundOfPayment = (id: string, payment: OpenedPayment, amount: Francs, now: Instant): Refund => {
  const refund = refundOf(id, payment, { id: payment.session.id, amount, currency: CURRENCY }, now);
  return amount === chargedAmount(payment) ? refund : { ...refund, isPart: true, status: 'manual', due: null };
};

/** The payer has received the money. */
export const completeRefund = (refund: Refund, now: Instant): Result<Refund, IllegalTransition> =>
  step(refundMachine, refund.status, 'give_back').map((status) => ({ ...refund, status, completed: now, due: null }));

/** The provider cannot make the refund: it becomes an operator's task. */
export const handOverRefund = (refund: Refund): Result<Refund, IllegalTransition> =>
  step(refundMachine, refund.status, 'hand_over').map((status) => ({ ...refund, status, due: null }));

/**
 * Schedules the next attempt, at growing intervals and without a limit. Operators see `lastError`; if it is absent, the
 * refund is in progress and nothing is wrong. The first error begins a new problem: an operator who dismissed the item
 * before the error dismissed only a delay. The first refusal after other errors also begins a new problem. No other
 * error does, so that an intermittent outage does not reopen a dismissed item.
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
