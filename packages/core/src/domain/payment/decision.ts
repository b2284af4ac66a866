import { between, earlier, type Instant } from '../../shared/calendar.ts';
import { withoutIdleTime } from '../../shared/due.ts';
import { CURRENCY } from '../../shared/money.ts';
import { lastErrorOf, type Outcome } from '../../shared/outcome.ts';
import {
  scheduleQuery,
  chargedAmount,
  confirmPayment,
  failPayment,
  makeDueNow,
  unconfirmedNotification,
  nextReconciliationOf,
  recordSession,
  stopQuerying,
  type Payment,
} from './payment.ts';
import { debitWaitEnd, nextCheck, reconcileUntil, silenceEnd, acceptedUntil, windowEnd } from './schedule.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Reason } from '../reason.ts';
import type { FailureReason } from './failure-reason.ts';
import { isBeingDebited, type Session } from './session.ts';

/** One check of a payment's session at the provider, with the response on which the decision is based. */
export interface Inquiry {
  /** When the check began. Decisions use this time, so that slow responses do not change them. */
  readonly asked: Instant;
  /**
   * This process has called the provider without a break since this time. Calls about other payments and refunds count
   * too. Never later than `asked`.
   */
  readonly askedSince: Instant;
  /**
   * Why the service closed the session of a pending payment, or would have closed it if the provider could expire
   * sessions. Otherwise null.
   */
  readonly closing: FailureReason | null;
  readonly said: Outcome<Session>;
  /** Whether a notification arrived during the check. If so, the response may be out of date. */
  readonly isOvertaken: boolean;
}

/** The decision about a payment after its provider's response. */
export interface Decision {
  readonly payment: Payment;
  /** The session to refund; null if there is nothing to refund. */
  readonly refund: Session | null;
  readonly why: Reason;
}

/**
 * Why the service must now make the session of a pending payment unpayable: the payer's attempt failed, or the
 * confirmation window is over. Null if neither is true, or if the provider reports the session as paid, expired or
 * cancelled. Close the session before `decide`: callers must not see a payment as failed while the payer can still pay.
 */
export const reasonToClose = (payment: Payment, said: Outcome<Session>, now: Instant): FailureReason | null => {
  if (said.outcome === 'done') {
    const { state, lastFailure } = said.value;
    if (state !== 'open' && state !== 'processing') return null;
    if (state === 'open' && lastFailure) return lastFailure;
  }
  return now >= windowEnd(payment) ? 'expired' : null;
};

/**
 * Decides about a pending payment, or about a failed payment that is reconciled for late money (docs/api.md 4.2). Null
 * if a notification arrived during the check and the payment must therefore not fail yet. The payment then stays due.
 */
export const decide = (before: Payment, inquiry: Inquiry, now: Instant): Decision | null => {
  const { said } = inquiry;
  const payment = said.outcome === 'done' ? recordSession(before, said.value, inquiry, now) : before;
  const decision =
    payment.status === 'failed' ? decideFailed(payment, inquiry, now) : decidePending(payment, inquiry, now);
  return inquiry.isOvertaken ? whenOvertaken(payment, decision, inquiry.asked) : decision;
};

/**
 * Adapts a decision to a notification that arrived during the check. Money that arrived is recorded in any case.
 * Otherwise the provider is queried again at once, and a failure is postponed (null): the next response may be `paid`.
 * From half an hour after the window, repeated notifications no longer prevent a failure.
 */
const whenOvertaken = (seen: Payment, decision: Decision, asked: Instant): Decision | null => {
  const { payment, refund } = decision;
  if (refund !== null || payment.status === 'succeeded') return decision;
  if (payment.status !== seen.status && asked < debitWaitEnd(seen)) return null;
  return { ...decision, payment: makeDueNow(payment, asked) };
};

const decidePending = (payment: Payment, { asked, askedSince, closing, said }: Inquiry, now: Instant): Decision => {
  const isOver = asked >= windowEnd(payment);
  const lastError = isOver ? whyUnsettled(said) : lastErrorOf(said);
  const fail = (reason: FailureReason) => failWith(payment, reason, now, { lastError });
  const wait = (seen: Partial<Pick<Payment, 'processingSeen' | 'silentSince'>> = {}): Decision => ({
    payment: { ...scheduleQuery(payment, nextCheck(payment, asked), lastError), silentSince: null, ...seen },
    refund: null,
    why: { code: 'payment_undecided' },
  });

  if (said.outcome !== 'done') {
    // The silence began when this query was due, but not before this process began to call the provider without a
    // break.
    const first = between(payment.due?.at ?? asked, askedSince, asked);
    if (payment.silentSince === null) return wait({ silentSince: first });
    const since = withoutIdleTime(payment.silentSince, payment.due, askedSince);
    return asked >= silenceEnd(since) ? fail('provider_unavailable') : wait({ silentSince: since });
  }
  const session = said.value;
  switch (session.state) {
    case 'paid':
      return decidePaid(payment, session, now);
    case 'processing':
      return wait({ processingSeen: payment.processingSeen || !isOver });
    case 'expired_processing':
      return asked < debitWaitEnd(payment)
        ? wait({ processingSeen: payment.processingSeen || isBegunInTime(payment, session, asked) })
        : fail('expired');
    case 'expired':
    case 'expired_unsettled':
      return fail(closing ?? session.lastFailure ?? 'expired');
    case 'cancelled':
      return fail(closing ?? session.lastFailure ?? 'declined');
    case 'open':
      return isOver ? fail('expired') : wait();
  }
};

/**
 * Confirms the payment if the exact amount arrived, and either the money arrived or a debit began in time
 * (`processingSeen`). Otherwise the payment fails and the money is refunded.
 */
const decidePaid = (payment: Payment, session: Session, now: Instant): Decision => {
  if (session.amount !== chargedAmount(payment) || session.currency !== CURRENCY)
    return failWith(payment, 'amount_mismatch', now, { refund: session });
  const completed = between(session.completed ?? arrivedAt(payment), payment.created, now);
  const isInTime = payment.processingSeen || completed <= acceptedUntil(payment);
  if (!isInTime) return failWith(payment, 'expired', now, { refund: session });
  const confirmed = confirmPayment(payment, completed).unwrap();
  return { payment: confirmed, refund: null, why: { code: 'payment_confirmed' } };
};

/** Fails the payment. The payment is still reconciled, unless its money has arrived and is refunded. */
const failWith = (
  payment: Payment,
  reason: FailureReason,
  now: Instant,
  { refund = null, lastError }: { readonly refund?: Session | null; readonly lastError?: Problem | undefined },
): Decision => ({
  payment: failPayment(payment, reason, now, { reconcile: refund === null, lastError }).unwrap(),
  refund,
  why: { code: 'payment_failed', reason },
});

/**
 * Whether a debit in an ended session certainly began in time. The debit began before the session's end and before the
 * query.
 */
const isBegunInTime = (payment: Payment, { expires }: Session, asked: Instant): boolean =>
  earlier(asked, expires ?? asked) <= acceptedUntil(payment);

/**
 * The time of payment if the provider reports none: the arrival of the notification. Without a notification, the
 * earliest possible time is used, in the payer's favour: the last check that found the session not paid, or else the
 * creation of the payment.
 */
const arrivedAt = ({ notified, lastUnpaid, created }: Payment): Instant => notified ?? lastUnpaid ?? created;

/**
 * The error that operators see if the payment has failed or its window is over. A debit in progress counts as an error,
 * so that operators notice a debit that never ends.
 */
const whyUnsettled = (said: Outcome<Session>): Problem | undefined =>
  said.outcome === 'done' && isBeingDebited(said.value) ? { code: 'debit_in_progress' } : lastErrorOf(said);

/**
 * A failed payment never opens a contract, so late money is refunded. Reconciliation continues until the money arrives
 * or the session can no longer be paid.
 */
const decideFailed = (payment: Payment, { asked, said }: Inquiry, now: Instant): Decision => {
  const session = said.outcome === 'done' ? said.value : null;
  const refund = session?.state === 'paid' ? session : null;
  return {
    payment:
      session && isUnpayable(payment, session, asked)
        ? stopQuerying(payment)
        : scheduleQuery(payment, nextReconciliationOf(payment, asked, now), whyUnsettled(said)),
    refund,
    why: { code: refund ? 'paid_after_failure' : 'failed_payment_checked' },
  };
};

const isUnpayable = (payment: Payment, session: Session, asked: Instant): boolean => {
  if (session.state === 'paid') return true;
  // A debit in progress can still succeed, and an unconfirmed notification can still be right.
  if (isBeingDebited(session) || unconfirmedNotification(payment, asked)) return false;
  // In any state except `expired`, an unreported debit may be in progress, or the payer may try again. Only the
  // announced end of the session is then reliable.
  return asked >= reconcileUntil(payment, session.state === 'expired');
};
