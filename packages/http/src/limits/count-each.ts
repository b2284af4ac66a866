import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { standingOf, type NamedLimit, type Take } from './standing.ts';

/** Has every request counted where all processes count: exact, at the price of a question for each. */
export const countEach = (limit: NamedLimit, limiter: RateLimiterAbstract): Take => {
  const standing = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) =>
    standingOf(limit, allowed, remainingPoints, msBeforeNext);
  return async (who) => {
    try {
      return standing(true, await limiter.consume(who));
    } catch (cause) {
      if (cause instanceof RateLimiterRes) return standing(false, cause);
      throw cause;
    }
  };
};
