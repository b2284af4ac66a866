import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';

/** What is limited: each key by itself, all keys of a company together, and bad keys from one address. */
const LIMITS = ['key-reads', 'key-writes', 'company-reads', 'company-writes', 'bad-keys'] as const;
type LimitName = (typeof LIMITS)[number];

/** At most so many requests in so many seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A limit with the name callers see it under. */
export interface NamedLimit extends RateLimit {
  readonly name: string;
}

/** How often may be asked. What has no limit here is not limited. */
export interface RequestLimits extends Readonly<Partial<Record<LimitName, RateLimit>>> {
  /** Where requests are counted: any limiter of rate-limiter-flexible. Absent: in this process alone. */
  readonly limiters?: (limit: NamedLimit) => RateLimiterAbstract;
}

/** What is left of a limit, once one more request is counted. */
export interface Quota {
  readonly limit: NamedLimit;
  /** Whether this request is still within the limit. */
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the count starts anew; at least one. */
  readonly seconds: number;
}

/** Counts one more request of a key, a company or an address. */
export type Take = (who: string) => Promise<Quota>;
export type Takes = Readonly<Partial<Record<LimitName, Take>>>;

/** Keeps one key, and one company, from taking the service away from the others. Changes count apart from reads. */
export const limitRate =
  (takes: Takes): ApiMiddleware =>
  async (ctx, next) => {
    const { caller } = ctx.state;
    if (!caller) return next();
    const use = ctx.method === 'GET' || ctx.method === 'HEAD' ? 'reads' : 'writes';
    const quotas: Quota[] = [];
    // The key first: what it sends beyond its own limit takes nothing from the company's other keys.
    for (const [whose, who] of [
      ['key', caller.keyId],
      ['company', caller.companyId],
    ] as const) {
      const quota = await takes[`${whose}-${use}`]?.(who);
      if (quota) quotas.push(quota);
      if (quota?.allowed === false) break;
    }
    quotaHeaders(ctx, quotas);
    return quotas.every(({ allowed }) => allowed) ? next() : refuse(ctx, { code: 'rate_limited' });
  };

/**
 * Tells a caller its limits and what is left of them, in the words of the IETF's draft: two lists, one item for each
 * limit. A caller beyond one is told how long to wait.
 */
export const quotaHeaders = (ctx: Context, quotas: readonly Quota[]): void => {
  if (quotas.length === 0) return;
  const list = (parameters: (quota: Quota) => string) =>
    quotas.map((quota) => `"${quota.limit.name}";${parameters(quota)}`).join(', ');
  ctx.set({
    'ratelimit-policy': list(({ limit }) => `q=${limit.requests};w=${limit.seconds}`),
    ratelimit: list(({ remaining, seconds }) => `r=${remaining};t=${seconds}`),
  });
  const beyond = quotas.find(({ allowed }) => !allowed);
  if (beyond) ctx.set('retry-after', String(beyond.seconds));
};

/** Reads change nothing and come often: counting each of them elsewhere would cost more than they do. */
const IN_SHARES: readonly LimitName[] = ['key-reads', 'company-reads'];

/** The limits, ready to count. */
export const takesOf = ({ limiters = inMemory, ...limits }: RequestLimits): Takes =>
  Object.fromEntries(
    LIMITS.flatMap((name) => {
      const limit = limits[name] && { name, ...limits[name] };
      if (!limit) return [];
      return [[name, (IN_SHARES.includes(name) ? countInShares : countEach)(limit, limiters(limit))]];
    }),
  );

const inMemory = ({ name, requests, seconds }: NamedLimit): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points: requests, duration: seconds });

const quotaOf = (limit: NamedLimit, allowed: boolean, remaining: number, milliseconds: number): Quota => ({
  limit,
  allowed,
  remaining: Math.max(0, remaining),
  seconds: Math.max(1, Math.ceil(milliseconds / 1_000)),
});

/** Has every request counted where all processes count: exact, at the price of a question for each. */
const countEach = (limit: NamedLimit, limiter: RateLimiterAbstract): Take => {
  const quota = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) =>
    quotaOf(limit, allowed, remainingPoints, msBeforeNext);
  return async (who) => {
    try {
      return quota(true, await limiter.consume(who));
    } catch (cause) {
      if (cause instanceof RateLimiterRes) return quota(false, cause);
      throw cause;
    }
  };
};

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
        const remaining = Math.max(0, limit.requests - window.taken) + window.left;
        return quotaOf(limit, allowed, remaining, window.endsAt - now());
      }
      window.asking ??= askFor(who, window).finally(() => delete window.asking);
      await window.asking;
    }
  };
};
