import type { Problem } from './problem.ts';
import { later, millisecondsOf, type Instant } from './calendar.ts';

/** The next attempt at work that depends on an outside system, with the number of attempts so far. */
export interface Due {
  readonly at: Instant;
  /**
   * An attempt is counted when a worker claims the work, so that an attempt that crashes counts too. Some results, such
   * as a definite refusal, reset the number to 0.
   */
  readonly attempts: number;
  /**
   * The error that operators see: of the last attempt or, for a refund, an earlier refusal. Absent if there is none.
   */
  readonly lastError?: Problem;
  /**
   * When the first of the consecutive failed attempts was due. For a refund, the time that `retryRefund` sets. Absent
   * without `lastError`.
   */
  readonly failingSince?: Instant;
}

/**
 * Schedules the next attempt, with the number of attempts unchanged. `lastError`: the error of the last attempt, if
 * any.
 */
export const nextAttempt = (at: Instant, before: Due | null, lastError?: Problem): Due => ({
  at,
  attempts: before?.attempts ?? 0,
  ...(lastError !== undefined && { lastError, failingSince: before?.failingSince ?? before?.at ?? at }),
});

/**
 * Moves `since` forward by the time in which no process queried the outside system. This idle time lasts from the due
 * time of the attempt until `began`, when this process began or resumed its queries.
 */
export const withoutIdleTime = (since: Instant, due: Due | null, began: Instant): Instant =>
  due !== null && began > due.at
    ? later(since, { milliseconds: millisecondsOf(began) - millisecondsOf(due.at) })
    : since;

export const isDue = (due: Due | null, now: Instant): boolean => due !== null && due.at <= now;

const MINUTE = 60_000;

/**
 * The times of checks after an event. The first checks come at the listed minutes after the event, and all later checks
 * at a constant interval.
 */
export interface Timetable {
  readonly minutes: readonly number[];
  /** In minutes. */
  readonly thenEvery: number;
}

/** The first time of the timetable after `now`. The timetable begins at `since`. Missed times are skipped. */
export const nextTime = ({ minutes, thenEvery }: Timetable, since: Instant, now: Instant): Instant => {
  const passed = (millisecondsOf(now) - millisecondsOf(since)) / MINUTE;
  const listed = minutes.find((after) => after > passed);
  const last = minutes.at(-1) ?? 0;
  const beats = Math.floor((passed - last) / thenEvery) + 1;
  return later(since, { milliseconds: Math.round((listed ?? last + beats * thenEvery) * MINUTE) });
};

/** Minutes until the next attempt, by the number of earlier attempts or refusals (docs/api.md 4.4). */
const RETRY_MINUTES = [1, 2, 5, 10, 20, 40] as const;
const RETRY_EVERY = 60;

/** The maximum jitter of a delay in percent. Jitter prevents many retries at the same time. */
const SPREAD = 20;

/** The next attempt after `before` earlier attempts or refusals. `seed` decides the jitter. */
export const nextTry = (now: Instant, before: number, seed: string): Instant => {
  const minutes = RETRY_MINUTES[before] ?? RETRY_EVERY;
  const hundredths = 100 - SPREAD + (hash(seed) % (2 * SPREAD + 1));
  return later(now, { milliseconds: (minutes * MINUTE * hundredths) / 100 });
};

/** An evenly distributed hash. Unlike a random number, a hash makes the jitter repeatable. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
