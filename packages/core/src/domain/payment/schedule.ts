import { earlier, later, type Instant } from '../../shared/calendar.ts';
import { nextTime, type Timetable } from '../../shared/due.ts';

interface Begun {
  readonly created: Instant;
}

/** Minutes the payer has to confirm (docs/api.md 4.2). */
export const CONFIRMATION_WINDOW = 30;

/** Minutes after the window within which a completed payment is still taken as made in time. */
const GRACE = 1;

/** Minutes between two checks of a payment whose payer still has time. */
const CHECK_EVERY = 2;

/** Hours after which a provider that never gave a definite answer is no longer waited for. */
export const SILENCE_HOURS = 24;

/** Minutes after the window during which a payment waits for a debit known to be under way in an ended session. */
const DEBIT_WAIT = 30;

/** Minutes after a session's end within which every debit has ended. */
const LAST_DEBIT = 60;

/** How often a failed payment is reconciled, a refund tried again, and an early notification checked. */
const RECONCILE: Timetable = { minutes: [1, 5, 15, 60], thenEvery: 60 };

/** The end of the payer's time. */
export const windowEnd = ({ created }: Begun): Instant => later(created, { minutes: CONFIRMATION_WINDOW });

/** The latest time at which money may arrive to count as paid in time. */
export const takenUntil = (payment: Begun): Instant => later(windowEnd(payment), { minutes: GRACE });

/** The first check of a payment: two minutes after it was created. */
export const firstCheck = ({ created }: Begun): Instant => later(created, { minutes: CHECK_EVERY });

/** The next check: in two minutes, or as the window closes where that is sooner; once it has closed, in a minute. */
export const nextCheck = (payment: Begun, now: Instant): Instant => {
  const end = windowEnd(payment);
  return now < end ? earlier(later(now, { minutes: CHECK_EVERY }), end) : later(now, { minutes: 1 });
};

/** Until when a payment waits for a debit that is under way though its session has ended. */
export const debitWaitEnd = (payment: Begun): Instant => later(windowEnd(payment), { minutes: DEBIT_WAIT });

/** The next check of what failed at `since`. */
export const nextReconciliation = (since: Instant, now: Instant): Instant => nextTime(RECONCILE, since, now);

/** Until when a notification that no answer confirms is still checked: answers can lag behind notifications. */
export const recheckNotificationUntil = (since: Instant): Instant =>
  later(since, { minutes: RECONCILE.minutes.at(-1) ?? 0 });

/** When a payment fails whose provider has given no definite answer since `silentSince`. */
export const silenceEnd = (silentSince: Instant): Instant => later(silentSince, { hours: SILENCE_HOURS });

/**
 * From when an unpaid session can no longer be paid: an hour after its stated expiry. If that is unknown, a day and
 * an hour after the attempt's end, since a process that stood still may have asked for it late. A session that is
 * settled, with no debit under way, ended when the provider first reported it, or before.
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
