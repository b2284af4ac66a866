import { later, type Instant } from '../kernel/calendar.ts';
import { nextTime, type Timetable } from '../kernel/timetable.ts';

/** Hours after the first refusal during which the authority is asked again (api.md, "Certificate status"). */
export const RETRY_HOURS = 6;

const SECONDS_TO_FIRST_ASK = 10;
const ASKING: Timetable = { minutes: [SECONDS_TO_FIRST_ASK / 60, 1, 2, 5], thenEvery: 5 };

const RETRY_MINUTES = [1, 2, 5, 10, 20, 40] as const;
const RETRY_EVERY = 60;
const MINUTE = 60_000;

/** Hundredths by which a delay is stretched or shortened at most, so that many requests do not come back at once. */
const SPREAD = 20;

/** The first question about a request the authority has accepted. */
export const firstAsk = (accepted: Instant): Instant => later(accepted, { seconds: SECONDS_TO_FIRST_ASK });

/** The next question about it. */
export const nextAsk = (accepted: Instant, now: Instant): Instant => nextTime(ASKING, accepted, now);

/** Milliseconds until the next try, after `before` tries that ended the same way; `seed` decides the spread. */
export const retryDelay = (before: number, seed: string): number => {
  const minutes = RETRY_MINUTES[before] ?? RETRY_EVERY;
  const hundredths = 100 - SPREAD + (hash(seed) % (2 * SPREAD + 1));
  return (minutes * MINUTE * hundredths) / 100;
};

/** The same number for the same text, evenly spread: repeatable where chance would not be. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
