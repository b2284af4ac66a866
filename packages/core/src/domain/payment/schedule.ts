import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextTime, type Timetable } from '../../shared/due.ts';

interface Begun {
  readonly created: Instant;
}

/** Minutes in which the payer can confirm (docs/api.md 4.2). */
export const CONFIRMATION_WINDOW = 30;

/** A payment counts as on time up to this many minutes after the confirmation window. */
const GRACE = 1;

/** While the payer can still confirm, the service queries the provider at this interval, in minutes. */
const CHECK_EVERY = 2;

/** A pending payment fails after this many hours without a definite answer from the provider. */
export const SILENCE_HOURS = 24;

/**
 * Until this many minutes after the window, a payment waits for a debit in an expired session, and a notification
 * postpones a failure.
 */
const DEBIT_WAIT = 30;

/** The service assumes that an unreported debit ends at most this many minutes after the end of its session. */
const LAST_DEBIT = 60;

/** How often the service reconciles a failed payment, retries a refund, and checks an unconfirmed notification. */
const RECONCILE: Timetable = { minutes: [1, 5, 15, 60], thenEvery: 60 };

/** A request to open a session certainly arrives at the provider within this many minutes. */
const OPENING = 1;

/** Until when a payer can pay a session whose opening was not answered. The provider's sessions last `lifeMinutes`. */
export const lostUntil = ({ created }: Begun, lifeMinutes: number): Instant =>
  later(created, { minutes: OPENING + lifeMinutes });

export const windowEnd = ({ created }: Begun): Instant => later(created, { minutes: CONFIRMATION_WINDOW });

export const acceptedUntil = (payment: Begun): Instant => later(windowEnd(payment), { minutes: GRACE });

export const firstCheck = ({ created }: Begun): Instant => later(created, { minutes: CHECK_EVERY });

/**
 * The next query about a pending payment. Within the window, the query is due in two minutes, but not after the
 * window's end. After the window, the query is due in one minute.
 */
export const nextCheck = (payment: Begun, now: Instant): Instant => {
  const end = windowEnd(payment);
  return now < end ? earlier(later(now, { minutes: CHECK_EVERY }), end) : later(now, { minutes: 1 });
};

export const debitWaitEnd = (payment: Begun): Instant => later(windowEnd(payment), { minutes: DEBIT_WAIT });

export const nextReconciliation = (since: Instant, now: Instant): Instant => nextTime(RECONCILE, since, now);

/** Until when the service checks an unconfirmed notification. A provider's answers can lag behind its notifications. */
export const recheckNotificationUntil = (since: Instant): Instant =>
  later(since, { minutes: RECONCILE.minutes.at(-1) ?? 0 });

export const silenceEnd = (silentSince: Instant): Instant => later(silentSince, { hours: SILENCE_HOURS });

/**
 * When an unpaid session can no longer be paid: an hour after the expiry that the provider announced. If the provider
 * announced none, the session counts as expired 24 hours after the payment failed, because a stalled process may have
 * opened the session late. `isSettled`: no debit is in progress. The hour then begins at the reported end of the
 * session, if that is earlier.
 */
export const reconcileUntil = (
  {
    created,
    completed,
    session,
  }: Begun & {
    readonly completed: Instant | null;
    readonly session: { readonly expires: Instant | null; readonly ended: Instant | null } | null;
  },
  isSettled?: boolean,
): Instant => {
  const stated = session?.expires ?? later(completed ?? created, { hours: 24 });
  const end = isSettled ? earlier(session?.ended ?? stated, stated) : stated;
  return later(end, { minutes: LAST_DEBIT });
};
