import type { Context } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';
import type { TurnLimits } from './turns.ts';

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** `company-…` limits count per company. The other limits count per address. */
type LimitName = 'company-reads' | 'company-writes' | 'bad-keys' | 'proofs';

/** Limits that protect a process, counted in its memory. A limit without an entry does not apply. */
export interface RequestLimits extends Readonly<Partial<Record<LimitName, RateLimit>>> {
  /** The limits on a company's requests that run at once. */
  readonly inProgress?: TurnLimits | undefined;
}

/** A limit with the name that callers see. */
interface NamedLimit extends RateLimit {
  readonly name: LimitName;
}

/** How much of a limit a company or an address has used. */
export interface Quota {
  readonly limit: NamedLimit;
  /** Requests in the current window, including refused requests. */
  readonly used: number;
  /** Whole seconds, at least one, until the window ends and the count restarts. */
  readonly seconds: number;
}

/** Counts the requests of companies or addresses under one limit. */
export interface Counter {
  /** Counts one more request. */
  take(who: string): Promise<Quota>;
  /** Returns the quota without counting a request. */
  look(who: string): Promise<Quota>;
}

/** Counts in the memory of the process. Undefined if no limit has this name. */
export const counterOf = (limits: RequestLimits, name: LimitName): Counter | undefined => {
  const rate = limits[name];
  if (!rate) return undefined;
  const limit = { name, ...rate };
  const limiter = new RateLimiterMemory({ points: rate.requests, duration: rate.seconds });
  const quota = (used: number, milliseconds: number): Quota => ({
    limit,
    used,
    seconds: Math.max(1, Math.ceil(milliseconds / 1_000)),
  });
  return {
    take: async (who) => {
      // Unlike `consume`, `penalty` does not throw beyond the limit.
      const { consumedPoints, msBeforeNext } = await limiter.penalty(who, 1);
      return quota(consumedPoints, msBeforeNext);
    },
    look: async (who) => {
      const known = await limiter.get(who);
      return quota(known?.consumedPoints ?? 0, known?.msBeforeNext ?? 0);
    },
  };
};

/** Prevents a company from exhausting the capacity of the service. Reads and writes are counted separately. */
export const limitRate = (limits: RequestLimits): ApiMiddleware => {
  const reads = counterOf(limits, 'company-reads');
  const writes = counterOf(limits, 'company-writes');
  return async (ctx, next) => {
    const { caller } = ctx.state;
    if (!caller) return next();
    const counter = ctx.method === 'GET' || ctx.method === 'HEAD' ? reads : writes;
    const quota = await counter?.take(caller.companyId);
    if (!quota) return next();
    quotaHeaders(ctx, quota);
    return isBeyond(quota) ? refuse(ctx, { code: 'rate_limited', retryAfter: quota.seconds }) : next();
  };
};

export const isBeyond = ({ used, limit }: Quota): boolean => used > limit.requests;

/** Adds the headers of the IETF draft on rate limits: the caller's limit and the remaining requests. */
export const quotaHeaders = (ctx: Context, { limit, used, seconds }: Quota): void =>
  ctx.set({
    'ratelimit-policy': `"${limit.name}";q=${limit.requests};w=${limit.seconds}`,
    ratelimit: `"${limit.name}";r=${Math.max(0, limit.requests - used)};t=${seconds}`,
  });
