import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextTime, type Timetable } from '../../shared/due.ts';

interface Begun {
  readonly created: Instant;
}

/** Minutes the payer has to confirm (docs/api.md 4.2). */
export const CONFIRMATION_WINDOW = 30;

/** Minutes after the window within which a payment still counts as made in time. */
const GRACE = 1;

/** Minutes between two checks of a payment whose payer still has time. */
const CHECK_EVERY = 2;

/** Hours without a definite answer from the provider after which a payment fails. */
export const SILENCE_HOURS = 24;

/** Minutes after the window during which a payment waits for a known debit in an ended session. */
const DEBIT_WAIT = 30;

/** Minutes after a session's end by which every debit has ended. */
const LAST_DEBIT = 60;

/** How often a failed payment is reconciled, a refund retried, and an unconfirmed notification checked. */
const RECONCILE: Timetable = { minutes: [1, 5, 15, 60], thenEvery: 60 };

/** Minutes within which the request of an opening arrives at the provider, rounded up. */
const OPENING = 1;

/**
 * Until when a session can be paid that was opened without an answer, at a provider whose sessions live for
 * `lifeMinutes`.
 */
export const lostUntil = ({ created }: Begun, lifeMinutes: number): Instant =>
  later(created, { minutes: OPENING + lifeMinutes });

/** The end of the payer's time. */
export const windowEnd = ({ created }: Begun): Instant => later(created, { minutes: CONFIRMATION_WINDOW });

/** The latest time at which money may arrive to count as paid in time. */
export const acceptedUntil = (payment: Begun): Instant => later(windowEnd(payment), { minutes: GRACE });

/** The first check of a payment: two minutes after it was created. */
export const firstCheck = ({ created }: Begun): Instant => later(created, { minutes: CHECK_EVERY });

/**
 * The next check. Within the window, it is in two minutes or at the window's end, whichever is sooner. After the
 * window, it is in one minute.
 */
export const nextCheck = (payment: Begun, now: Instant): Instant => {
  const end = windowEnd(payment);
  return now < end ? earlier(later(now, { minutes: CHECK_EVERY }), end) : later(now, { minutes: 1 });
};

/** Until when a payment waits for a debit in progress after its session has ended. */
export const debitWaitEnd = (payment: Begun): Instant => later(windowEnd(payment), { minutes: DEBIT_WAIT });

/** The next attempt on the timetable that begins at `since`. */
export const nextReconciliation = (since: Instant, now: Instant): Instant => nextTime(RECONCILE, since, now);

/** Until when an unconfirmed notification is still checked: a provider's answers can lag behind its notifications. */
export const recheckNotificationUntil = (since: Instant): Instant =>
  later(since, { minutes: RECONCILE.minutes.at(-1) ?? 0 });

/** When a payment fails if its provider has given no definite answer since `silentSince`. */
export const silenceEnd = (silentSince: Instant): Instant => later(silentSince, { hours: SILENCE_HOURS });

/**
 * From when an unpaid session can no longer be paid: an hour after its stated expiry. If no expiry is known, the
 * session counts as expired 24 hours after the attempt's end, since a stalled process may have opened it late. If
 * `isSettled`, and the provider reported the session's end before the expiry, the hour begins at that report.
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
