import { between, earlier, later, type Instant } from '../../shared/calendar.ts';
import { CURRENCY } from '../../shared/money.ts';
import type { Outcome } from '../../shared/outcome.ts';
import type { FailureReason } from './failure-reason.ts';
import { chargedAmount, type Payment } from './payment.ts';
import { debitWaitEnd, nextCheck, patienceEnd, windowEnd } from './schedule.ts';
import type { Session } from './session.ts';

/** Minutes after `created` up to which a completed payment is taken as made in time. */
const TAKEN_UNTIL = 31;

/** What is to become of a pending payment, after what the provider said. */
export type Verdict =
  | { readonly is: 'succeeded'; readonly completed: Instant }
  | { readonly is: 'failed'; readonly reason: FailureReason; readonly refund: Session | null }
  /** `processing`: a debit is under way that was begun in time. `silent`: the provider said nothing definite. */
  | { readonly is: 'waiting'; readonly until: Instant; readonly processing: boolean; readonly silent: boolean };

/** What a provider was asked about a payment, when, and what it said in the end. */
export interface Inquiry {
  /** Before the first question: what is judged must not depend on how long the answers took. */
  readonly asked: Instant;
  /** Why the session was closed before the last answer, if it was. */
  readonly closing: FailureReason | null;
  readonly said: Outcome<Session>;
}

/**
 * Why a pending payment's session must be made unpayable now: the payer's try failed, or the window is over. Null
 * while the payer still has time. Asked before the verdict, so that nobody can pay an attempt a caller saw fail.
 */
export const reasonToClose = (payment: Payment, said: Outcome<Session>, now: Instant): FailureReason | null => {
  const session = said.outcome === 'done' ? said.value : undefined;
  if (session && session.state !== 'open' && session.state !== 'processing') return null;
  if (session?.state === 'open' && session.lastFailure) return session.lastFailure;
  return now >= windowEnd(payment) ? 'expired' : null;
};

/** Judges a pending payment by the provider's last word. */
export const judge = (payment: Payment, { asked, closing, said }: Inquiry, now: Instant): Verdict => {
  const isOver = asked >= windowEnd(payment);
  const waiting = { is: 'waiting', until: nextCheck(payment, asked), processing: false, silent: false } as const;
  const fail = (reason: FailureReason): Verdict => ({ is: 'failed', reason, refund: null });

  if (said.outcome !== 'done') {
    const givesUp = payment.silentSince !== null && asked >= patienceEnd(payment.silentSince);
    return givesUp ? fail('provider_unavailable') : { ...waiting, silent: true };
  }
  const session = said.value;
  switch (session.state) {
    case 'paid':
      return judgePaid(payment, session, now);
    case 'processing':
      return { ...waiting, processing: !isOver };
    case 'expired_processing':
      return asked < debitWaitEnd(payment)
        ? { ...waiting, processing: isBegunInTime(payment, session, asked) }
        : fail('expired');
    case 'expired':
    case 'expired_unsettled':
      return fail(closing ?? session.lastFailure ?? 'expired');
    case 'cancelled':
      return fail(closing ?? session.lastFailure ?? 'declined');
    case 'open':
      return isOver ? fail('expired') : waiting;
  }
};

/** Whether what was begun before the session had ended was begun while it could be paid in time. */
const isBegunInTime = (payment: Payment, { expires }: Session, asked: Instant): boolean =>
  earlier(asked, expires ?? asked) <= takenUntil(payment);

const takenUntil = ({ created }: Payment): Instant => later(created, { minutes: TAKEN_UNTIL });

const judgePaid = (payment: Payment, session: Session, now: Instant): Verdict => {
  if (session.amount !== chargedAmount(payment) || session.currency !== CURRENCY)
    return { is: 'failed', reason: 'amount_mismatch', refund: session };
  const completed = between(session.completed ?? arrivedAt(payment), payment.created, now);
  const inTime = payment.processingSeen || completed <= takenUntil(payment);
  return inTime ? { is: 'succeeded', completed } : { is: 'failed', reason: 'expired', refund: session };
};

/**
 * When money arrived that the provider gives no time for: as its notification did; where none came, after the provider
 * last said that there was none, and the payer is not held to more than that.
 */
const arrivedAt = ({ notified, lastUnpaid, created }: Payment): Instant => notified ?? lastUnpaid ?? created;
