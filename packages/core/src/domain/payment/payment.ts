import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { isDue, nextAttempt, type Due } from '../../shared/due.ts';
import type { Problem } from '../../shared/problem.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import type { Francs } from '../../shared/money.ts';
import type { Result } from '../../shared/result.ts';
import { uuid, type MobileNumber } from '../../shared/rules.ts';
import type { Charge } from './fees.ts';
import { firstCheck, recheckNotificationUntil, nextReconciliation } from './schedule.ts';
import type { FailureReason } from './failure-reason.ts';
import { hasExpired, type Session } from './session.ts';

/** Payment status (docs/api.md 4.2), with `opening`, which callers never see. */
export const paymentMachine = machine('payment', 'opening', {
  opening: { open: 'pending', fail: 'failed' },
  pending: { confirm: 'succeeded', fail: 'failed' },
  succeeded: {},
  failed: {},
});

/** The status of a payment. */
export type PaymentStatus = StateOf<typeof paymentMachine>;

/** A quote has at most one payment in these states. */
export const LIVE_STATES = ['opening', 'pending', 'succeeded'] as const satisfies readonly PaymentStatus[];

/** One attempt to pay a quote. */
export interface Payment extends Charge {
  readonly id: string;
  readonly companyId: string;
  readonly quoteId: string;
  /** The id of the original payment if this payment represents a duplicate session; otherwise null. */
  readonly duplicateOf: string | null;
  readonly status: PaymentStatus;
  /** The provider at which the payment was opened. All queries and refunds of the payment use this provider. */
  readonly provider: string;
  /**
   * The number from which the money is requested. If the provider has the capability `payerLock`, no other number can
   * pay.
   */
  readonly payer: MobileNumber;
  /** Null until the service knows the provider's session. */
  readonly session: PaymentSession | null;
  /**
   * Whether a debit certainly began in time: the provider reported the debit before the confirmation window ended, or
   * in a session that ended in time.
   */
  readonly processingSeen: boolean;
  /**
   * Since when the provider has given no definite answer about a pending payment; null if its last answer was definite.
   * Time in which no process queried the provider does not count. The value stays when the payment succeeds or fails.
   */
  readonly silentSince: Instant | null;
  /**
   * The arrival of the first notification since a check last found the session not paid: the time of payment if the
   * provider reports none. After a failure, each notification replaces the time, and a check that finds the session not
   * paid an hour later clears it.
   */
  readonly notified: Instant | null;
  /**
   * The number of notifications received before the payment succeeded. A worker compares this number before and after a
   * query to detect a notification in between.
   */
  readonly notifications: number;
  /** When the last check began that found the session in any state except `paid`; null if there was none. */
  readonly lastUnpaid: Instant | null;
  readonly failureReason: FailureReason | null;
  readonly created: Instant;
  readonly completed: Instant | null;
  /** When the service must query the provider next; null if no query is needed any more. */
  readonly due: Due | null;
}

/** The part of the provider's session that is stored. */
export interface PaymentSession {
  readonly id: string;
  readonly url: string | null;
  /** The end of the session, as announced by the provider; null if the provider announced none. */
  readonly expires: Instant | null;
  /**
   * When the service first learned that the session had expired (`hasExpired`); null before that. The actual end may be
   * earlier.
   */
  readonly ended: Instant | null;
}

/** No payment has this id. */
export interface PaymentNotFound {
  readonly code: 'payment_not_found';
}

/**
 * Whether a provider's reference looks like an id that the service gives to a payment. If no payment has this id, our
 * database has lost committed data, or another service uses the same account.
 */
export const isPaymentId = (reference: string): boolean =>
  uuid(reference).isOk() && reference.charAt(VERSION_AT) === '7';

/** The position of a UUID's version digit. */
const VERSION_AT = 14;

/** A payment whose session at the provider is known: every pending or succeeded payment, and most failed payments. */
export type OpenedPayment = Payment & { readonly session: PaymentSession };

export const isOpened = (payment: Payment): payment is OpenedPayment => payment.session !== null;

/**
 * Whether the payment may have a session that the service cannot find but the payer can still pay: the provider did not
 * answer the opening and has no search. Such a payment stays `opening` until its due time.
 */
export const isLost = ({ status, due }: Payment, now: Instant): boolean =>
  status === 'opening' && due?.lastError?.code === 'no_session_search' && !isDue(due, now);

/** The amount that the payer is charged: premium and fees. */
export const chargedAmount = ({ amount, fees }: Charge): Francs => amount + fees;

/** A new payment intent, committed before the provider is called. */
export const intendPayment = (
  facts: Pick<Payment, 'id' | 'companyId' | 'quoteId' | 'provider' | 'payer'> & Charge,
  now: Instant,
): Payment => ({
  ...facts,
  duplicateOf: null,
  status: paymentMachine.initial,
  session: null,
  processingSeen: false,
  silentSince: null,
  notified: null,
  notifications: 0,
  lastUnpaid: null,
  failureReason: null,
  created: now,
  completed: null,
  due: { at: now, attempts: 0 },
});

/** Records the session that the provider opened. The payment is now pending. */
export const openPayment = (payment: Payment, session: Session, now: Instant): Result<Payment, IllegalTransition> =>
  step(paymentMachine, payment.status, 'open').map((status) => ({
    ...payment,
    status,
    session: toPaymentSession(session, now),
    due: { at: payment.notified !== null || hasChangedSinceOpening(session) ? now : firstCheck(payment), attempts: 0 },
  }));

/** Records that the money arrived at `completed`. */
export const confirmPayment = (payment: Payment, completed: Instant): Result<Payment, IllegalTransition> =>
  step(paymentMachine, payment.status, 'confirm').map((status) => ({ ...payment, status, completed, due: null }));

/**
 * Fails the payment. If `reconcile` is true, money may still arrive, so the payment stays due. Operators see
 * `lastError` until the next query. If `lastError` is given, the `failingSince` of an earlier error is kept.
 */
export const failPayment = (
  payment: Payment,
  reason: FailureReason,
  now: Instant,
  { reconcile, lastError }: { reconcile: boolean; lastError?: Problem | undefined },
): Result<Payment, IllegalTransition> =>
  step(paymentMachine, payment.status, 'fail').map((status) => ({
    ...payment,
    status,
    failureReason: reason,
    completed: now,
    due: reconcile
      ? {
          ...nextAttempt(hasNotifiedOpening(payment) ? now : nextReconciliation(now, now), payment.due, lastError),
          attempts: 0,
        }
      : null,
  }));

/**
 * Attaches a session that was found after the payment failed. The session must be made unpayable or, if it was paid,
 * refunded.
 */
export const keepLateSession = (payment: Payment, session: Session, now: Instant): Payment => ({
  ...payment,
  session: payment.session ?? toPaymentSession(session, now),
  due: { at: now, attempts: 0 },
});

/**
 * Creates a failed payment for a duplicate session. The service then reconciles the session, makes it unpayable, and
 * refunds it if it was paid. The new payment is dated just before the original payment, so that the original remains
 * the quote's latest payment.
 */
export const duplicateAttempt = (id: string, payment: Payment, session: Session, now: Instant): Payment => ({
  ...payment,
  id,
  duplicateOf: payment.duplicateOf ?? payment.id,
  status: 'failed',
  session: toPaymentSession(session, now),
  failureReason: 'provider_error',
  created: later(payment.created, { milliseconds: -1 }),
  completed: now,
  due: { at: now, attempts: 0 },
});

/**
 * When to reconcile a failed payment next. One timetable begins at the failure, and another at an unconfirmed
 * notification. Returns the earlier of the two times.
 */
export const nextReconciliationOf = (payment: Payment, asked: Instant, now: Instant): Instant => {
  const regular = nextReconciliation(payment.completed ?? payment.created, now);
  const notification = unconfirmedNotification(payment, asked);
  return notification ? earlier(regular, nextReconciliation(notification, now)) : regular;
};

/** Schedules the next query at `at`. `lastError` is the error of the last query, if any. */
export const scheduleQuery = (payment: Payment, at: Instant, lastError?: Problem): Payment => ({
  ...payment,
  due: nextAttempt(at, payment.due, lastError),
});

/** Ends the queries, because the payment can no longer change at the provider. */
export const stopQuerying = (payment: Payment): Payment => ({ ...payment, due: null });

/**
 * Records that the session was not paid at `asked`, and whether it has expired. An earlier notification is dropped: for
 * a pending payment at once, for a failed payment after an hour. A notification that arrived during the check
 * (`isOvertaken`) is kept. A paid session changes nothing.
 */
export const recordSession = (
  payment: Payment,
  session: Session,
  { asked, isOvertaken }: { readonly asked: Instant; readonly isOvertaken: boolean },
  now: Instant,
): Payment => {
  if (session.state === 'paid') return payment;
  const { session: kept } = payment;
  return {
    ...payment,
    session: kept && { ...kept, ended: kept.ended ?? endOf(session, now) },
    lastUnpaid: asked,
    notified: isOvertaken ? arrivedSince(payment, asked) : unconfirmedNotification(payment, asked),
  };
};

/**
 * The arrival time of a notification after `asked`. If the payment stores no time after `asked`, `asked` is returned.
 */
const arrivedSince = ({ notified }: Payment, asked: Instant): Instant =>
  notified !== null && notified > asked ? notified : asked;

/**
 * The arrival time of a failed payment's notification that no query has confirmed. For an hour, the notification may
 * still be right, because a provider's answers can lag behind its notifications. Null after that hour, and for a
 * pending payment, which the service queries anyway.
 */
export const unconfirmedNotification = ({ status, notified }: Payment, asked: Instant): Instant | null =>
  status === 'failed' && notified !== null && asked < recheckNotificationUntil(notified) ? notified : null;

/** Records a notification and makes the payment due now. A succeeded payment stays unchanged. */
export const markNotified = (payment: Payment, arrived: Instant, now: Instant): Payment => {
  if (payment.status === 'succeeded') return payment;
  const { status, notified, lastUnpaid } = payment;
  const isNews = lastUnpaid === null || arrived > lastUnpaid;
  const dated = status === 'failed' ? arrived : (notified ?? (isNews ? arrived : null));
  return makeDueNow({ ...payment, notified: dated, notifications: payment.notifications + 1 }, now);
};

/** Makes the payment due at `now`, unless the payment is due earlier. The last error is kept. */
export const makeDueNow = (payment: Payment, now: Instant): Payment =>
  scheduleQuery(payment, payment.due ? earlier(payment.due.at, now) : now, payment.due?.lastError);

/**
 * The payment as callers saw it just after its opening. The call that opened the payment and its repetitions return
 * this state, even if the payment has changed since.
 */
export const asOpened = (payment: Payment): Payment => ({
  ...payment,
  status: 'pending',
  session: payment.session && { ...payment.session, ended: null },
  failureReason: null,
  completed: null,
});

const hasChangedSinceOpening = ({ state, lastFailure }: Session): boolean => state !== 'open' || lastFailure !== null;

/** A notification during the opening means that the provider has a session, so the service searches for it at once. */
const hasNotifiedOpening = ({ status, notified }: Payment): boolean => status === 'opening' && notified !== null;

const toPaymentSession = (session: Session, now: Instant): PaymentSession => {
  const { id, url, expires } = session;
  return { id, url, expires, ended: endOf(session, now) };
};

const endOf = (session: Session, now: Instant): Instant | null => (hasExpired(session) ? now : null);
