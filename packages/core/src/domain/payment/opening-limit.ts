import { later, millisecondsOf, type Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/**
 * How many payments may be opened within ten minutes, attempts that the provider refused included. What has no limit
 * here is not limited.
 */
export interface OpeningLimits {
  /** For one quote. */
  readonly perQuote?: number | undefined;
  /** For one payer's number, over all quotes of a company; counted in the memory of each process. */
  readonly perPayer?: number | undefined;
}

/** So many payments were opened lately that this one was not. */
export interface TooManyOpenings {
  readonly code: 'rate_limited';
  readonly what: 'openings_of_quote' | 'openings_of_payer';
  /** Seconds until a payment may be opened again. */
  readonly retryAfter: number;
}

const WINDOW = { minutes: 10 } as const;

/** Openings at this time or earlier do not count any more. */
export const openingsCountAfter = (now: Instant): Instant => later(now, { minutes: -WINDOW.minutes });

/** Whether one more payment may be opened, given when the latest ones were, in order of time. */
export const checkOpenings = (
  what: TooManyOpenings['what'],
  openings: readonly Instant[],
  most: number,
  now: Instant,
): Result<void, TooManyOpenings> => {
  const oldest = openings.at(-most);
  if (oldest === undefined || oldest <= openingsCountAfter(now)) return Ok(undefined);
  const milliseconds = millisecondsOf(later(oldest, WINDOW)) - millisecondsOf(now);
  return Err({ code: 'rate_limited', what, retryAfter: Math.ceil(milliseconds / 1_000) });
};
