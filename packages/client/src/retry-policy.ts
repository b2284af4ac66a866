/** What is known of an answer before it is given to the caller. */
export interface AnswerFacts {
  readonly status: number;
  /** The code in its body, if there is one. */
  readonly code: string | undefined;
  /** In seconds. */
  readonly retryAfter: number | null;
}

/** The delay before the second attempt, at most; it doubles with every further one. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;

/** Whoever is asked to wait longer than this, in seconds, decides for themselves. */
const LONGEST_WAIT = 60;

/** Answers that the same request may not get a moment later. */
const PASSING = [429, 502, 503, 504];

/** These have one of those statuses and are results all the same: a further payment is a decision of the caller. */
const DECIDED = ['payment_provider_unavailable', 'payment_unavailable'];

/** The first request with this key is still being worked on: its answer will come under the same key. */
export const isInProgress = ({ status, code }: AnswerFacts): boolean =>
  status === 409 && code === 'request_in_progress';

/** Whether the same request is worth another attempt. */
export const isPassing = ({ status, code = '', retryAfter }: AnswerFacts): boolean =>
  PASSING.includes(status) && !DECIDED.includes(code) && (retryAfter ?? 0) <= LONGEST_WAIT;

/**
 * How many milliseconds to wait after so many failed attempts: as long as the answer asked for, otherwise anything up to
 * a bound that doubles, so that callers who failed together do not come back together. `chance` is from 0 to 1.
 */
export const delayAfter = (failures: number, asked: number | null, chance: number): number =>
  asked === null
    ? chance * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1))
    : asked * 1000 + chance * FIRST_DELAY;
