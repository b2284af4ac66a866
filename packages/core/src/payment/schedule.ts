import { later, type Instant } from '../kernel/calendar.ts';
import { nextTime, type Timetable } from '../kernel/timetable.ts';

interface Begun {
  readonly created: Instant;
}

/** Minutes the payer has to confirm (api.md, "Limits"). */
export const CONFIRMATION_WINDOW = 30;

/** Minutes between two checks of a payment whose payer still has time. */
const CHECK_EVERY = 2;

/** Hours after which a provider that never gave a definite answer is no longer waited for. */
const PATIENCE_HOURS = 24;

/** How closely a failed payment is watched, a refund tried again, and an early notification looked into. */
const WATCH: Timetable = { minutes: [1, 5, 15, 60], thenEvery: 60 };

const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b);

/** The end of the payer's time. */
export const windowEnd = ({ created }: Begun): Instant => later(created, { minutes: CONFIRMATION_WINDOW });

/** The first check of a payment: two minutes after it was created. */
export const firstCheck = ({ created }: Begun): Instant => later(created, { minutes: CHECK_EVERY });

/** The next check: in two minutes, or as the window closes where that is sooner; once it has closed, in a minute. */
export const nextCheck = (payment: Begun, now: Instant): Instant => {
  const end = windowEnd(payment);
  return now < end ? earlier(later(now, { minutes: CHECK_EVERY }), end) : later(now, { minutes: 1 });
};

/** The next look at what failed at `since`. */
export const nextLook = (since: Instant, now: Instant): Instant => nextTime(WATCH, since, now);

/** The last look into a notification that belongs to no payment of ours. */
export const lastLook = (since: Instant): Instant => later(since, { minutes: WATCH.minutes.at(-1) ?? 0 });

/** From when a payment is closed whose provider has said nothing definite since then. */
export const patienceEnd = (silentSince: Instant): Instant => later(silentSince, { hours: PATIENCE_HOURS });

/**
 * From when an unpaid session can no longer be paid, whatever the provider says: an hour past its own expiry. Where
 * that is unknown, a day and an hour past the attempt's end: a process that stood still may have asked late.
 */
export const watchEnd = ({
  created,
  completed,
  session,
}: Begun & {
  readonly completed: Instant | null;
  readonly session: { readonly expires: Instant | null } | null;
}): Instant => later(session?.expires ?? later(completed ?? created, { hours: 24 }), { hours: 1 });
