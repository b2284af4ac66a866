import { later, millisecondsOf, type Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import type { MobileNumber } from '../../shared/rules.ts';

/**
 * How many payments may be opened within ten minutes, including attempts that the provider refused. An absent value
 * means no limit.
 */
export interface OpeningLimits {
  /** For one quote. */
  readonly perQuote?: number | undefined;
  /** For one payer's number, over all quotes of a company. Each process counts separately. */
  readonly perPayer?: number | undefined;
}

/** The payment was not opened, because too many payments were opened in the last ten minutes. */
export interface TooManyOpenings {
  readonly code: 'rate_limited';
  readonly what: 'openings_of_quote' | 'openings_of_payer';
  /** Seconds until a payment may be opened again. */
  readonly retryAfter: number;
}

const WINDOW = { minutes: 10 } as const;

/** Openings at or before this time no longer count. */
export const openingsCountAfter = (now: Instant): Instant => later(now, { minutes: -WINDOW.minutes });

/** Checks whether another payment may be opened. `openings` are the times of the latest openings, oldest first. */
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

/** Counts the payments that each company opened for each payer's number, in the memory of this process. */
export interface PayerOpenings {
  /**
   * Counts an opening, or refuses the opening if the limit is reached. If no payment was opened after all, call the
   * returned function to undo the count. The returned function is idempotent.
   */
  take(companyId: string, payer: MobileNumber, now: Instant): Result<() => void, TooManyOpenings>;
}

/**
 * `openings` maps each company and payer's number to the times of openings, oldest first. The most recently used key is
 * last. A caller can pass a map to observe the counts.
 */
export const payerOpenings = (most: number | undefined, openings = new Map<string, Instant[]>()): PayerOpenings => {
  const forgetOld = (now: Instant): void => {
    for (const [key, times] of openings) {
      if ((times.at(-1) ?? '') > openingsCountAfter(now)) return;
      openings.delete(key);
    }
  };

  return {
    take: (companyId, payer, now) => {
      if (most === undefined) return Ok(() => undefined);
      forgetOld(now);
      const key = `${companyId} ${payer}`;
      const times = openings.get(key) ?? [];
      return checkOpenings('openings_of_payer', times, most, now).map(() => {
        openings.delete(key);
        openings.set(key, times);
        times.splice(0, times.length - most + 1);
        times.push(now);
        let isCounted = true;
        return () => {
          const place = isCounted ? times.lastIndexOf(now) : -1;
          isCounted = false;
          if (place >= 0) times.splice(place, 1);
        };
      });
    },
  };
};
