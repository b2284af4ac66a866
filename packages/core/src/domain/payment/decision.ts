import { between, earlier, type Instant } from '../../shared/calendar.ts';
import { withoutIdleTime } from '../../shared/due.ts';
import { CURRENCY } from '../../shared/money.ts';
import { lastErrorOf, type Outcome } from '../../shared/outcome.ts';
import {
  askAgain,
  chargedAmount,
  confirmPayment,
  failPayment,
  unconfirmedNotification,
  nextReconciliationOf,
  sessionSeen,
  stopAsking,
  type Payment,
} from './payment.ts';
import { debitWaitEnd, nextCheck, reconcileUntil, silenceEnd, takenUntil, windowEnd } from './schedule.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Reason } from '../reason.ts';
import type { FailureReason } from './failure-reason.ts';
import { isBeingDebited, type Session } from './session.ts';

/** A question to a provider about a payment's session: when it was asked, and the last answer. */
export interface Inquiry {
  /** The time before the first question: the decision must not depend on how long the answers took. */
  readonly asked: Instant;
  /** Since when this process has asked the provider without a break, about any payment; at most `asked`. */
  readonly askedSince: Instant;
  /** Why the session was closed before the last answer, if it was. */
  readonly closing: FailureReason | null;
  readonly said: Outcome<Session>;
  /** Whether a notification came after the question: the answer may already be out of date. */
  readonly isOvertaken: boolean;
}

/** What becomes of a payment after its provider's answer. */
export interface Decision {
  readonly payment: Payment;
  /** The session whose money goes back; null where none does. */
  readonly refund: Session | null;
  readonly why: Reason;
}

/**
 * Why the session of a pending payment must be made unpayable now: the payer's try failed, or the window is over. Null
 * while the payer still has time. Called before the decision: a payment that callers see as failed must not be payable
 * any more.
 */
export const reasonToClose = (payment: Payment, said: Outcome<Session>, now: Instant): FailureReason | null => {
  const session = said.outcome === 'done' ? said.value : undefined;
  if (session && session.state !== 'open' && session.state !== 'processing') return null;
  if (session?.state === 'open' && session.lastFailure) return session.lastFailure;
  return now >= windowEnd(payment) ? 'expired' : null;
};

/**
 * Decides about a payment that is pending, or that has failed and is reconciled for late money (docs/api.md 4.2).
 * Null if nothing is decided because a notification overtook the answer: the payment stays due.
 */
export const decide = (before: Payment, inquiry: Inquiry, now: Instant): Decision | null => {
  const { said } = inquiry;
  const payment = said.outcome === 'done' ? sessionSeen(before, said.value, inquiry, now) : before;
  const decision =
    payment.status === 'failed' ? decideFailed(payment, inquiry, now) : decidePending(payment, inquiry, now);
  return inquiry.isOvertaken ? whenOvertaken(payment, decision, inquiry.asked) : decision;
};

/**
 * A notification overtook the answer: the provider is asked again at once. Null until half an hour after the window if
 * the payment failed by such an answer, since the next one can be 'paid'. Later it fails: notifications that are sent
 * again and again must not keep it pending.
 */
const whenOvertaken = (seen: Payment, decision: Decision, asked: Instant): Decision | null => {
  const { payment, refund } = decision;
  if (refund !== null || payment.status === 'succeeded') return decision;
  if (payment.status !== seen.status && asked < debitWaitEnd(seen)) return null;
  return { ...decision, payment: askAgain(payment, asked, payment.due?.lastError) };
};

const decidePending = (payment: Payment, { asked, askedSince, closing, said }: Inquiry, now: Instant): Decision => {
  const isOver = asked >= windowEnd(payment);
  const lastError = isOver ? whyUnsettled(said) : lastErrorOf(said);
  const fail = (reason: FailureReason) => failed(payment, reason, now, { lastError });
  const wait = (seen: Partial<Pick<Payment, 'processingSeen' | 'silentSince'>> = {}): Decision => ({
    payment: { ...askAgain(payment, nextCheck(payment, asked), lastError), silentSince: null, ...seen },
    refund: null,
    why: { code: 'payment_undecided' },
  });

  if (said.outcome !== 'done') {
    // The provider was silent from when the question was due, if this process asked it about other payments until now.
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

/** Money that came in time and in full confirms the payment; any other goes back. */
const decidePaid = (payment: Payment, session: Session, now: Instant): Decision => {
  if (session.amount !== chargedAmount(payment) || session.currency !== CURRENCY)
    return failed(payment, 'amount_mismatch', now, { refund: session });
  const completed = between(session.completed ?? arrivedAt(payment), payment.created, now);
  const isInTime = payment.processingSeen || completed <= takenUntil(payment);
  if (!isInTime) return failed(payment, 'expired', now, { refund: session });
  const confirmed = confirmPayment(payment, completed).unwrap();
  return { payment: confirmed, refund: null, why: { code: 'payment_confirmed' } };
};

/** A failed payment is still reconciled, unless its money is being refunded already. */
const failed = (
  payment: Payment,
  reason: FailureReason,
  now: Instant,
  { refund = null, lastError }: { readonly refund?: Session | null; readonly lastError?: Problem | undefined },
): Decision => ({
  payment: failPayment(payment, reason, now, { reconcile: refund === null, lastError }).unwrap(),
  refund,
  why: { code: 'payment_failed', reason },
});

/** Whether a debit that began before the session ended began in time to be accepted. */
const isBegunInTime = (payment: Payment, { expires }: Session, asked: Instant): boolean =>
  earlier(asked, expires ?? asked) <= takenUntil(payment);

/**
 * When money arrived, if the provider gives no time: when its notification arrived. Without one: when the last question
 * was sent that was answered 'unpaid', the earliest time possible, in the payer's favour.
 */
const arrivedAt = ({ notified, lastUnpaid, created }: Payment): Instant => notified ?? lastUnpaid ?? created;

/**
 * Why a payment that should be settled is not. A debit that is still under way counts: operators see that it does not
 * end.
 */
const whyUnsettled = (said: Outcome<Session>): Problem | undefined =>
  said.outcome === 'done' && isBeingDebited(said.value) ? { code: 'debit_in_progress' } : lastErrorOf(said);

/**
 * A failed payment never opens a contract: money paid into it goes back. Reconciliation goes on while the provider
 * gives no definite answer.
 */
const decideFailed = (payment: Payment, { asked, said }: Inquiry, now: Instant): Decision => {
  const session = said.outcome === 'done' ? said.value : null;
  const refund = session?.state === 'paid' ? session : null;
  return {
    payment:
      session && isUnpayable(payment, session, asked)
        ? stopAsking(payment)
        : askAgain(payment, nextReconciliationOf(payment, asked, now), whyUnsettled(said)),
    refund,
    why: { code: refund ? 'paid_after_failure' : 'failed_payment_checked' },
  };
};

/** Whether the session can no longer be paid, by an answer of the provider to a question that was asked late enough. */
const isUnpayable = (payment: Payment, session: Session, asked: Instant): boolean => {
  if (session.state === 'paid') return true;
  // A debit ends one way or the other, however late, and a recent notification may still prove right.
  if (isBeingDebited(session) || unconfirmedNotification(payment, asked)) return false;
  // In any other state than `expired`, a debit may be under way unreported, or the payer can try again: only the
  // announced end counts.
  return asked >= reconcileUntil(payment, session.state === 'expired');
};
