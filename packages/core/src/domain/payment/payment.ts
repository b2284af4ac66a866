import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextAttempt, type Due } from '../../shared/due.ts';
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

/** Where one payment stands. */
export type PaymentStatus = StateOf<typeof paymentMachine>;

/** States in which a quote can have only one payment. */
export const LIVE_STATES = ['opening', 'pending', 'succeeded'] as const satisfies readonly PaymentStatus[];

/** One attempt to have a quote paid. */
export interface Payment extends Charge {
  readonly id: string;
  readonly companyId: string;
  readonly quoteId: string;
  /** Of an attempt for a duplicate session, the payment under whose reference the provider lists it; null otherwise. */
  readonly duplicateOf: string | null;
  readonly status: PaymentStatus;
  /** The provider it was opened with; checks and refunds go there for life. */
  readonly provider: string;
  /** The only number that can pay. */
  readonly payer: MobileNumber;
  /** The provider's session, once known. */
  readonly session: PaymentSession | null;
  /** The provider has been seen moving the money before the window ended. */
  readonly processingSeen: boolean;
  /**
   * Since when the provider has given no definite answer, moved forward by the time in which no process asked. Null
   * while it answers.
   */
  readonly silentSince: Instant | null;
  /**
   * When the first notification arrived since the provider last answered 'unpaid'. It stands for the time of payment if
   * the provider reports none. Of a failed payment: when the latest notification arrived, while it is still checked.
   */
  readonly notified: Instant | null;
  /** How many notifications arrived: by a higher number a worker sees that one came while it asked. */
  readonly notifications: number;
  /** When the last question was sent that was answered 'unpaid'. */
  readonly lastUnpaid: Instant | null;
  readonly failureReason: FailureReason | null;
  readonly created: Instant;
  readonly completed: Instant | null;
  /** When the provider must be asked next; null when it need not be asked again. */
  readonly due: Due | null;
}

/** The part of the provider's session that is stored. */
export interface PaymentSession {
  readonly id: string;
  readonly url: string | null;
  /** Its end as the provider announced it. */
  readonly expires: Instant | null;
  /** When the provider first reported that it had ended: its end came then, or before. */
  readonly ended: Instant | null;
}

/** No payment has this id. */
export interface PaymentNotFound {
  readonly code: 'payment_not_found';
}

/**
 * Whether a provider's reference has the form of our payments' ids. If such a reference is unknown, the database has
 * lost what it had committed, or another service takes money on the account.
 */
export const isPaymentId = (reference: string): boolean =>
  uuid(reference).isOk() && reference.charAt(VERSION_AT) === '7';

/** The position of a UUID's version digit. */
const VERSION_AT = 14;

/** A payment whose session at the provider is known: every pending one, and most failed ones. */
export type OpenedPayment = Payment & { readonly session: PaymentSession };

/** Whether the payment's session at the provider is known. */
export const isOpened = (payment: Payment): payment is OpenedPayment => payment.session !== null;

/** What the payer is asked for. */
export const chargedAmount = ({ amount, fees }: Charge): Francs => amount + fees;

/** The intent to ask for money: committed before the provider is called. */
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

/** The provider has a session for it: the payer can confirm. */
export const openPayment = (payment: Payment, session: Session, now: Instant): Result<Payment, IllegalTransition> =>
  step(paymentMachine, payment.status, 'open').map((status) => ({
    ...payment,
    status,
    session: sessionKept(session, now),
    due: { at: payment.notified !== null || hasChangedSinceOpening(session) ? now : firstCheck(payment), attempts: 0 },
  }));

/** The money has arrived at `completed`. */
export const confirmPayment = (payment: Payment, completed: Instant): Result<Payment, IllegalTransition> =>
  step(paymentMachine, payment.status, 'confirm').map((status) => ({ ...payment, status, completed, due: null }));

/**
 * The attempt has failed without money. It is still reconciled, unless the provider certainly never opened it.
 * `lastError`, if given, is why the last check settled nothing; the payment then keeps the time since when its checks
 * have failed.
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

/** A session that turned up after its payment had failed: it must be made unpayable, or refunded. */
export const keepLateSession = (payment: Payment, session: Session, now: Instant): Payment => ({
  ...payment,
  session: payment.session ?? sessionKept(session, now),
  due: { at: now, attempts: 0 },
});

/**
 * A duplicate session under a payment's reference: an attempt of its own that has failed, so that it is reconciled,
 * made unpayable, and refunded if it was paid. Dated just before the payment, whose session callers are shown.
 */
export const duplicateAttempt = (id: string, payment: Payment, session: Session, now: Instant): Payment => ({
  ...payment,
  id,
  duplicateOf: payment.duplicateOf ?? payment.id,
  status: 'failed',
  session: sessionKept(session, now),
  failureReason: 'provider_error',
  created: later(payment.created, { milliseconds: -1 }),
  completed: now,
  due: { at: now, attempts: 0 },
});

/**
 * When to ask next about a failed payment: by the time since its failure, or since a notification that is still
 * checked, whichever is sooner.
 */
export const nextReconciliationOf = (payment: Payment, asked: Instant, now: Instant): Instant => {
  const regular = nextReconciliation(payment.completed ?? payment.created, now);
  const notification = unconfirmedNotification(payment, asked);
  return notification ? earlier(regular, nextReconciliation(notification, now)) : regular;
};

/** The provider is to be asked again at `at`; `lastError` is why its last answer was not definite. */
export const askAgain = (payment: Payment, at: Instant, lastError?: Problem): Payment => ({
  ...payment,
  due: nextAttempt(at, payment.due, lastError),
});

/** Nothing more can happen to the payment at the provider. */
export const stopAsking = (payment: Payment): Payment => ({ ...payment, due: null });

/**
 * Records a definite answer: whether the session has ended, and that there was no money yet when it was `asked`. An
 * earlier notification was about something else. One that came since (`isOvertaken`) is not.
 */
export const sessionSeen = (
  payment: Payment,
  session: Session,
  { asked, isOvertaken }: { readonly asked: Instant; readonly isOvertaken: boolean },
  now: Instant,
): Payment => {
  if (session.state === 'paid') return payment;
  const { session: kept } = payment;
  return {
    ...payment,
    session: kept && { ...kept, ended: kept.ended ?? endSeen(session, now) },
    lastUnpaid: asked,
    notified: isOvertaken ? arrivedSince(payment, asked) : unconfirmedNotification(payment, asked),
  };
};

/** When the notification arrived that came since `asked`; `asked` itself if an earlier one hides it. */
const arrivedSince = ({ notified }: Payment, asked: Instant): Instant =>
  notified !== null && notified > asked ? notified : asked;

/**
 * When a notification arrived that no answer has confirmed and that may still be right: a provider's reads and searches
 * can lag behind its notifications. Null if there is none, and for a payment that has not failed: a pending one is
 * asked about anyway.
 */
export const unconfirmedNotification = ({ status, notified }: Payment, asked: Instant): Instant | null =>
  status === 'failed' && notified !== null && asked < recheckNotificationUntil(notified) ? notified : null;

/** A notification arrived: the payment is due now, or as soon as the opening has ended. */
export const markNotified = (payment: Payment, arrived: Instant, now: Instant): Payment => {
  if (payment.status === 'succeeded') return payment;
  const { status, notified, lastUnpaid } = payment;
  const isNews = lastUnpaid === null || arrived > lastUnpaid;
  const dated = status === 'failed' ? arrived : (notified ?? (isNews ? arrived : null));
  return askNow({ ...payment, notified: dated, notifications: payment.notifications + 1 }, now);
};

/**
 * The provider is to be asked by `now`, or before if it was to be asked before. It has not answered since, so the last
 * error stays.
 */
export const askNow = (payment: Payment, now: Instant): Payment =>
  askAgain(payment, payment.due ? earlier(payment.due.at, now) : now, payment.due?.lastError);

/** The payment as it was after its opening, whatever has happened since: the call that opened it returns this. */
export const asOpened = (payment: Payment): Payment => ({
  ...payment,
  status: 'pending',
  session: payment.session && { ...payment.session, ended: null },
  failureReason: null,
  completed: null,
});

/** Whether something has happened to it since it was opened, so that it is due for a check. */
const hasChangedSinceOpening = ({ state, lastFailure }: Session): boolean => state !== 'open' || lastFailure !== null;

/** A notification that came while it was opening proves that there is a session to search for. */
const hasNotifiedOpening = ({ status, notified }: Payment): boolean => status === 'opening' && notified !== null;

const sessionKept = (session: Session, now: Instant): PaymentSession => {
  const { id, url, expires } = session;
  return { id, url, expires, ended: endSeen(session, now) };
};

const endSeen = (session: Session, now: Instant): Instant | null => (hasExpired(session) ? now : null);
