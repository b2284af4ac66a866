import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { quotaOf, type NamedLimit, type Take } from './quota.ts';

/** A limit is handed out in about this many shares: a process that leaves one unused wastes no more than that part. */
const SHARES = 100;

/** The window of a key or a company, as this process knows it. */
interface Window {
  /** In the milliseconds of `now`. */
  endsAt: number;
  /** Requests this process may still let through without asking. */
  left: number;
  /** Requests it has let through, or may, that no other process knows of yet. */
  untold: number;
  /** What all processes together have taken, so far as this one knows. */
  taken: number;
  /** Whether there is nothing left to be had. */
  exhausted: boolean;
  asking?: Promise<void>;
}

/**
 * Has requests counted a share at a time: a process takes a hundredth of the limit for itself, lets that many through,
 * and comes back for more. All processes together stay within a few hundredths of the limit, one for each process. The
 * first share is on trust and told of with the second, so that a caller who asks now and then is never counted elsewhere.
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
