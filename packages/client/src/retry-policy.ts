/** The parts of a response that the retry policy needs. */
export interface ResponseFacts {
  readonly status: number;
  /** The error code in the body, if there is one. */
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

/**
 * The maximum delay before the second attempt if the response requests no pause, in milliseconds. Each further attempt
 * doubles the maximum.
 */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;

/** In seconds. If the API requests a longer pause, the request is not retried. */
const LONGEST_WAIT = 60;

/** Statuses that may be temporary. */
const TEMPORARY = [408, 429, 502, 503, 504];

/**
 * Codes that are final, although their status is in `TEMPORARY`. The caller decides whether to open another payment.
 */
const FINAL = ['payment_provider_unavailable', 'payment_unavailable'];

/**
 * Whether the API is still processing the first request with this key. Later requests with the same key get the first
 * request's response, unless it was a temporary failure.
 */
export const isInProgress = ({ status, code }: ResponseFacts): boolean =>
  status === 409 && code === 'request_in_progress';

/** Whether the same request may succeed later. */
export const isTemporary = ({ status, code = '', retryAfter }: ResponseFacts): boolean =>
  TEMPORARY.includes(status) && !FINAL.includes(code) && (retryAfter ?? 0) <= LONGEST_WAIT;

/**
 * Milliseconds to wait after this number of failed attempts: the pause that the response requests, plus a random part.
 * Without such a pause, a random time below a bound that doubles. Randomness prevents callers that failed together from
 * retrying together. `chance` is from 0 to 1.
 */
export const delayAfter = (failures: number, asked: number | null, chance: number): number =>
  asked === null
    ? chance * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1))
    : asked * 1000 + chance * FIRST_DELAY;
