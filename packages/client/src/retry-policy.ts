/** The parts of a response that the retry policy needs. */
export interface ResponseFacts {
  readonly status: number;
  /** The code in its body, if there is one. */
  readonly code: string | undefined;
  /** In seconds. */
  readonly retryAfter: number | null;
}

/** The seconds to wait according to `Retry-After`, which contains seconds or a date. */
export const retryAfter = (headers: Headers, now: number): number | null => {
  const said = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(said)) return Number(said);
  const date = Date.parse(said);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
};

/** The maximum delay before the second attempt, in milliseconds. It doubles with every further attempt. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;

/** In seconds. The caller decides whether to wait longer. */
const LONGEST_WAIT = 60;

/** Statuses that may be temporary. */
const TEMPORARY = [408, 429, 502, 503, 504];

/**
 * Codes of final results, although their status is in `TEMPORARY`. The caller decides whether to open another payment.
 */
const FINAL = ['payment_provider_unavailable', 'payment_unavailable'];

/**
 * Whether the first request with this key is still being processed. Its response will be available under the same key.
 */
export const isInProgress = ({ status, code }: ResponseFacts): boolean =>
  status === 409 && code === 'request_in_progress';

/** Whether it makes sense to repeat the same request. */
export const isTemporary = ({ status, code = '', retryAfter }: ResponseFacts): boolean =>
  TEMPORARY.includes(status) && !FINAL.includes(code) && (retryAfter ?? 0) <= LONGEST_WAIT;

/**
 * Milliseconds to wait after this number of failed attempts: the time that the response requests or, if it requests
 * none, a random time below a bound that doubles. The randomness prevents callers that failed together from retrying
 * together. `chance` is from 0 to 1.
 */
export const delayAfter = (failures: number, asked: number | null, chance: number): number =>
  asked === null
    ? chance * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1))
    : asked * 1000 + chance * FIRST_DELAY;
