import { checkOpenings, openingsCountAfter, type TooManyOpenings } from '../../domain/payment/opening-limit.ts';
import type { Instant } from '../../shared/calendar.ts';
import { Ok, type Result } from '../../shared/result.ts';
import type { MobileNumber } from '../../shared/rules.ts';

/** Counts the payments opened for each payer's number, in the memory of this process. */
export interface PayerOpenings {
  /** Counts one more opening, or refuses it. Call what it returns, once or more, if nothing was opened after all. */
  take(companyId: string, payer: MobileNumber, now: Instant): Result<() => void, TooManyOpenings>;
}

export const payerOpenings = (most: number | undefined): PayerOpenings => {
  /** Of each number, in order of time. The number that was used last is the last. */
  const openings = new Map<string, Instant[]>();

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
