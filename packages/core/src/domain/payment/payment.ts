import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextAttempt, type Due } from '../../shared/due.ts';
import { machine, step, type IllegalTransition, type StateOf } from '../../shared/machine.ts';
import type { Francs } from '../../shared/money.ts';
import type { Result } from '../../shared/result.ts';
import { uuid, type MobileNumber } from '../../shared/rules.ts';
import type { Charge } from './fees.ts';
import { firstCheck, lookIntoUntil, nextReconciliation } from './schedule.ts';
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
  /** The payment under whose reference the provider knows it, where it is an attempt for a duplicate session. */
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
  /** Since when the provider has given no definite answer; null while it answers. */
  readonly silentSince: Instant | null;
  /**
   * When the first notification arrived since the provider has said that there was no money yet: where the provider
   * does not tell when it was paid, this does. Of a payment that has failed, the latest, for as long as it is looked into.
   */
  readonly notified: Instant | null;
  /** When the provider was asked that has said last that there was no money yet. */
  readonly lastUnpaid: Instant | null;
  readonly failureReason: FailureReason | null;
  readonly created: Instant;
  readonly completed: Instant | null;
  /** When the provider must be asked next; null when it need not be asked again. */
  readonly due: Due | null;
}

/** What is kept of the provider's session. */
export interface PaymentSession {
  readonly id: string;
  readonly url: string | null;
  /** Its end as the provider has announced it. */
  readonly expires: Instant | null;
  /** When the provider first said that it had ended: its end came then, or before. */
  readonly ended: Instant | null;
}

/** No payment has this id. */
export interface PaymentNotFound {
  readonly code: 'payment_not_found';
}

/**
 * Whether a provider's reference is of the form of our payments' ids. One that is and is unknown tells that the database
 * has lost what it had committed, or that another service takes money on the account.
 */
export const isPaymentId = (reference: string): boolean =>
  uuid(reference).isOk() && reference.charAt(VERSION_AT) === '7';

/** Where a UUID tells its version. */
const VERSION_AT = 14;

/** A payment whose session at the provider is known: every pending one, and most failed ones. */
export type OpenedPayment = Payment & { readonly session: PaymentSession };

/** Whether the payment's session at the provider is known. */
export const isOpened = (payment: Payment): payment is OpenedPayment => payment.session !== null;

/** What the payer is asked for. */
export const chargedAmount = ({ amount, fees }: Charge): Francs => amount + fees;

/** The intent to ask for money: committed before the provider hears of it. */
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
    due: { at: payment.notified !== null || hasNews(session) ? now : firstCheck(payment), attempts: 0 },
  }));

/** The money has arrived at `completed`. */
export const confirmPayment = (payment: Payment, completed: Instant): Result<Payment, IllegalTransition> =>
  step(paymentMachine, payment.status, 'confirm').map((status) => ({ ...payment, status, completed, due: null }));

/**
 * The attempt is over without money. It is still reconciled, unless the provider certainly never opened it. `lastError`
 * is why the provider could not be asked, where that is why it is over: the payment then counts as unreadable since
 * when it was.
 */
export const failPayment = (
  payment: Payment,
  reason: FailureReason,
  now: Instant,
  { reconcile, lastError }: { reconcile: boolean; lastError?: string | undefined },
): Result<Payment, IllegalTransition> =>
  step(paymentMachine, payment.status, 'fail').map((status) => ({
    ...payment,
    status,
    failureReason: reason,
    completed: now,
    due: reconcile
      ? {
          ...nextAttempt(isAnnounced(payment) ? now : nextReconciliation(now, now), payment.due, lastError),
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

/** The next time to ask about a payment that has failed, and about what its provider has notified since. */
export const nextWatch = (payment: Payment, asked: Instant, now: Instant): Instant => {
  const watched = nextReconciliation(payment.completed ?? payment.created, now);
  const news = newsOf(payment, asked);
  return news ? earlier(watched, nextReconciliation(news, now)) : watched;
};

/** The provider is to be asked again at `at`; `lastError` is why its last answer was not definite. */
export const askAgain = (payment: Payment, at: Instant, lastError?: string): Payment => ({
  ...payment,
  due: nextAttempt(at, payment.due, lastError),
});

/** Nothing more can happen to it at the provider. */
export const stopAsking = (payment: Payment): Payment => ({ ...payment, due: null });

/**
 * A definite answer of the provider: that its session has ended is kept, and that there was no money yet when it was
 * `asked`. A notification from before then was of something else; one that came after it has ended the lease under which
 * this answer could be recorded.
 */
export const sessionSeen = (payment: Payment, session: Session, asked: Instant, now: Instant): Payment => {
  if (session.state === 'paid') return payment;
  const { session: kept } = payment;
  return {
    ...payment,
    session: kept && { ...kept, ended: kept.ended ?? endSeen(session, now) },
    lastUnpaid: asked,
    notified: newsOf(payment, asked),
  };
};

/**
 * When a notification came that no answer has borne out and that may still be right: what a provider notifies of, a
 * reading or a search may not yet show. Null where there is none. A pending payment is asked about anyway.
 */
export const newsOf = ({ status, notified }: Payment, asked: Instant): Instant | null =>
  status === 'failed' && notified !== null && asked < lookIntoUntil(notified) ? notified : null;

/** A notification arrived: the payment is due now, or as soon as the opening has ended. */
export const markNotified = (payment: Payment, arrived: Instant, now: Instant): Payment => {
  if (payment.status === 'succeeded') return payment;
  const { status, notified, lastUnpaid, due } = payment;
  const isNews = lastUnpaid === null || arrived > lastUnpaid;
  const dated = status === 'failed' ? arrived : (notified ?? (isNews ? arrived : null));
  // No answer yet: what has made it unreadable still does.
  return askAgain({ ...payment, notified: dated }, now, due?.lastError);
};

/** A payment as its opening left it, whatever has become of it since: what the call that opened it answers. */
export const asOpened = (payment: Payment): Payment => ({
  ...payment,
  status: 'pending',
  session: payment.session && { ...payment.session, ended: null },
  failureReason: null,
  completed: null,
});

/** Something has happened to it since it was opened: it is due for a check. */
const hasNews = ({ state, lastFailure }: Session): boolean => state !== 'open' || lastFailure !== null;

/** A notification that came while it was opening proves that there is a session to search for. */
const isAnnounced = ({ status, notified }: Payment): boolean => status === 'opening' && notified !== null;

const sessionKept = (session: Session, now: Instant): PaymentSession => {
  const { id, url, expires } = session;
  return { id, url, expires, ended: endSeen(session, now) };
};

const endSeen = (session: Session, now: Instant): Instant | null => (hasExpired(session) ? now : null);
