import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { quotaOf, type NamedLimit, type Take } from './quota.ts';

/** A limit is granted in about this many shares: a process that leaves one unused wastes at most that fraction. */
const SHARES = 100;

/** The window of a key or a company, as this process knows it. */
interface Window {
  /** In milliseconds, as `now` counts them. */
  endsAt: number;
  /** Requests this process may still allow without asking the limiter. */
  left: number;
  /** Requests granted locally that are not yet reported to the limiter. */
  untold: number;
  /** What all processes together have taken, as far as this one knows. */
  taken: number;
  /** Whether the limiter has nothing more to grant in this window. */
  exhausted: boolean;
  asking?: Promise<void>;
}

/**
 * Counts requests a share at a time: a process claims a hundredth of the limit, allows that many requests, and claims
 * the next. All processes together stay within a few hundredths of the limit, one for each process. The first share is
 * granted locally and reported with the second: occasional callers cost no round trip.
 */
export const countInShares = (
  limit: NamedLimit,
  limiter: RateLimiterAbstract,
  now: () => number = () => performance.now(),
): Take => {
  const share = Math.max(1, Math.floor(limit.requests / SHARES));
  const trust = Math.floor(limit.requests / SHARES);
  const windows = new Map<string, Window>();

  const windowOf = (who: string): Window => {
    const known = windows.get(who);
    if (known && known.endsAt > now()) return known;
    const endsAt = now() + limit.seconds * 1_000;
    const window: Window = { endsAt, left: trust, untold: trust, taken: trust, exhausted: false };
    windows.set(who, window);
    return window;
  };
  const askFor = async (who: string, window: Window): Promise<void> => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(who, share + window.untold);
    const granted = Math.max(0, Math.min(share, share + limit.requests - consumedPoints));
    window.endsAt = now() + msBeforeNext;
    window.left += granted;
    window.untold = 0;
    window.taken = consumedPoints;
    window.exhausted = granted < share;
  };

  return async (who) => {
    for (;;) {
      const window = windowOf(who);
      const allowed = window.left > 0;
      if (allowed || window.exhausted) {
        if (allowed) window.left -= 1;
        const remainingPoints = Math.max(0, limit.requests - window.taken) + window.left;
        return quotaOf(limit, { allowed, remainingPoints, msBeforeNext: window.endsAt - now() });
      }
      window.asking ??= askFor(who, window).finally(() => delete window.asking);
      await window.asking;
    }
  };
};
