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

/** A query to a provider about a payment's session: when it was sent, and the last response. */
export interface Inquiry {
  /** When the first query was sent. The decision must not depend on how long the responses took. */
  readonly asked: Instant;
  /**
   * Since when this process has been querying the provider, about any payment, without a pause. Never later than
   * `asked`.
   */
  readonly askedSince: Instant;
  /** Why the session was closed before the last response; null if it was not closed. */
  readonly closing: FailureReason | null;
  readonly said: Outcome<Session>;
  /** Whether a notification arrived after the query was sent. The response may then be out of date. */
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
 * Why the session of a pending payment must be made unpayable now: the payer's attempt failed, or the window is over.
 * Null while the payer still has time. Call this function before `decide`, so that a payment that callers see as failed
 * can no longer be paid.
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
 * if nothing can be decided because a notification arrived after the query. The payment then stays due.
 */
export const decide = (before: Payment, inquiry: Inquiry, now: Instant): Decision | null => {
  const { said } = inquiry;
  const payment = said.outcome === 'done' ? recordSession(before, said.value, inquiry, now) : before;
  const decision =
    payment.status === 'failed' ? decideFailed(payment, inquiry, now) : decidePending(payment, inquiry, now);
  return inquiry.isOvertaken ? whenOvertaken(payment, decision, inquiry.asked) : decision;
};

/**
 * A notification arrived after the query, so the provider is queried again at once. If the response would fail the
 * payment, the result is null, since the next response can be `paid`. Once half an hour has passed since the end of the
 * window, the payment fails: repeated notifications must not keep it pending.
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
    // The silence began when this query was due, if this process has queried the provider without a pause since then.
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

/** The payment is confirmed if the full amount arrived in time; otherwise the money is refunded. */
const decidePaid = (payment: Payment, session: Session, now: Instant): Decision => {
  if (session.amount !== chargedAmount(payment) || session.currency !== CURRENCY)
    return failWith(payment, 'amount_mismatch', now, { refund: session });
  const completed = between(session.completed ?? arrivedAt(payment), payment.created, now);
  const isInTime = payment.processingSeen || completed <= acceptedUntil(payment);
  if (!isInTime) return failWith(payment, 'expired', now, { refund: session });
  const confirmed = confirmPayment(payment, completed).unwrap();
  return { payment: confirmed, refund: null, why: { code: 'payment_confirmed' } };
};

/** A failed payment is still reconciled, unless its money has arrived and is refunded at once. */
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

/** Whether a debit that began before the session ended also began early enough to be accepted. */
const isBegunInTime = (payment: Payment, { expires }: Session, asked: Instant): boolean =>
  earlier(asked, expires ?? asked) <= acceptedUntil(payment);

/**
 * The time of payment if the provider reports none: when its notification arrived. Without a notification, it is the
 * earliest possible time, in the payer's favour: when the last query that returned 'unpaid' was sent or, without such a
 * query, when the payment was created.
 */
const arrivedAt = ({ notified, lastUnpaid, created }: Payment): Instant => notified ?? lastUnpaid ?? created;

/**
 * Why a payment is not settled although it should be. A debit in progress is one reason, so that operators notice a
 * debit that never ends.
 */
const whyUnsettled = (said: Outcome<Session>): Problem | undefined =>
  said.outcome === 'done' && isBeingDebited(said.value) ? { code: 'debit_in_progress' } : lastErrorOf(said);

/**
 * A failed payment never opens a contract: late money is refunded. Reconciliation continues until the provider gives a
 * definite answer.
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

/** Whether the session can no longer be paid, according to a response to a query that was sent late enough. */
const isUnpayable = (payment: Payment, session: Session, asked: Instant): boolean => {
  if (session.state === 'paid') return true;
  // A debit always ends in success or failure, even if late. A recent notification may still be right.
  if (isBeingDebited(session) || unconfirmedNotification(payment, asked)) return false;
  // In any state but `expired`, the provider may not have reported a debit in progress, or the payer may try again. So
  // only the announced end counts.
  return asked >= reconcileUntil(payment, session.state === 'expired');
};
