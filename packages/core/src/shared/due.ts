import type { Problem } from './problem.ts';
import { later, millisecondsOf, type Instant } from './calendar.ts';

/** The next attempt at work that depends on an outside system, with the number of attempts so far. */
export interface Due {
  readonly at: Instant;
  /** An attempt is counted when the work is claimed, so that an attempt that crashes counts too. */
  readonly attempts: number;
  /** Why the last attempt failed, for operators; absent if it did not fail. Each attempt sets it again. */
  readonly lastError?: Problem;
  /**
   * Since when attempts have failed: when the first failed attempt was due, or when the error became worse. Absent if
   * the last attempt did not fail.
   */
  readonly failingSince?: Instant;
}

/** A next attempt that keeps the count. `lastError` is why the last attempt failed; absent if it did not fail. */
export const nextAttempt = (at: Instant, before: Due | null, lastError?: Problem): Due => ({
  at,
  attempts: before?.attempts ?? 0,
  ...(lastError !== undefined && { lastError, failingSince: before?.failingSince ?? before?.at ?? at }),
});

/**
 * Moves `since` forward by the time in which no process queried the outside system. That time runs from when this
 * attempt was due until `began`, when queries began or resumed. So the time since the result contains only time with
 * queries.
 */
export const withoutIdleTime = (since: Instant, due: Due | null, began: Instant): Instant =>
  due !== null && began > due.at
    ? later(since, { milliseconds: millisecondsOf(began) - millisecondsOf(due.at) })
    : since;

/** Whether an attempt is due at `now`. */
export const isDue = (due: Due | null, now: Instant): boolean => due !== null && due.at <= now;

const MINUTE = 60_000;

/** When to check again after an event: first at these minutes after it, then at a constant interval, for ever. */
export interface Timetable {
  readonly minutes: readonly number[];
  /** Minutes. */
  readonly thenEvery: number;
}

/** The first time of the table after `now`, counted from `since`. Missed times are skipped. */
export const nextTime = ({ minutes, thenEvery }: Timetable, since: Instant, now: Instant): Instant => {
  const passed = (millisecondsOf(now) - millisecondsOf(since)) / MINUTE;
  const listed = minutes.find((after) => after > passed);
  const last = minutes.at(-1) ?? 0;
  const beats = Math.floor((passed - last) / thenEvery) + 1;
  return later(since, { milliseconds: Math.round((listed ?? last + beats * thenEvery) * MINUTE) });
};

/** Minutes between attempts with the same result. They grow and then stay constant (docs/api.md 4.4). */
const RETRY_MINUTES = [1, 2, 5, 10, 20, 40] as const;
const RETRY_EVERY = 60;

/** Maximum jitter of a delay in percent, so that many requests are not retried at once. */
const SPREAD = 20;

/** The next attempt after `before` attempts with the same result; `seed` decides the jitter. */
export const nextTry = (now: Instant, before: number, seed: string): Instant => {
  const minutes = RETRY_MINUTES[before] ?? RETRY_EVERY;
  const hundredths = 100 - SPREAD + (hash(seed) % (2 * SPREAD + 1));
  return later(now, { milliseconds: (minutes * MINUTE * hundredths) / 100 });
};

/** An evenly distributed hash of the text: repeatable, unlike a random number. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
