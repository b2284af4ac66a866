import type { Caller } from '@vehicle-insurance/core';
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';
import { countInShares } from './count-in-shares.ts';
import { quotaOf, type Counted, type NamedLimit, type Quota, type RateLimit, type Take } from './quota.ts';

/** What is limited: each key by itself, all keys of a company together; from one address, bad keys and papers checked. */
type LimitName = 'key-reads' | 'key-writes' | 'company-reads' | 'company-writes' | 'bad-keys' | 'proofs';

/** How often may be asked. What has no limit here is not limited. */
export interface RequestLimits extends Readonly<Partial<Record<LimitName, RateLimit>>> {
  /** Where requests are counted: any limiter of rate-limiter-flexible. Absent: in this process alone. */
  readonly limiters?: (limit: NamedLimit) => RateLimiterAbstract;
  /** Counts a change under both limits of a caller in one go. Absent: it is counted under one after the other. */
  readonly countInTurn?: CountInTurn | undefined;
}

/** Counts one more request of each: of the second only where the first is within its limit. */
export type CountInTurn = (
  first: NamedLimit,
  second: NamedLimit,
) => (first: string, second: string) => Promise<readonly Counted[]>;

/**
 * Counts one more request of a caller. The key first: what it sends beyond its own limit takes nothing from the company's
 * other keys.
 */
type TakeOfCaller = (caller: Caller) => Promise<readonly Quota[]>;

/** The limits, ready to count. */
export interface Takes {
  readonly reads: TakeOfCaller;
  readonly writes: TakeOfCaller;
  readonly badKeys: Take | undefined;
  readonly proofs: Take | undefined;
}

/** Keeps one key, and one company, from taking the service away from the others. Changes count apart from reads. */
export const limitRate =
  (takes: Takes): ApiMiddleware =>
  async (ctx, next) => {
    const { caller } = ctx.state;
    if (!caller) return next();
    const quotas = await (ctx.method === 'GET' || ctx.method === 'HEAD' ? takes.reads : takes.writes)(caller);
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
export const takesOf = ({ limiters = inMemory, countInTurn, ...limits }: RequestLimits): Takes => {
  const limit = (name: LimitName) => limits[name] && { name, ...limits[name] };
  const take = (name: LimitName, counting: typeof countEach): Take | undefined => {
    const named = limit(name);
    return named && counting(named, limiters(named));
  };
  const [key, company] = [limit('key-writes'), limit('company-writes')];
  return {
    reads: inTurn(take('key-reads', countInShares), take('company-reads', countInShares)),
    writes:
      key && company && countInTurn
        ? atOnce(key, company, countInTurn)
        : inTurn(take('key-writes', countEach), take('company-writes', countEach)),
    badKeys: take('bad-keys', countEach),
    proofs: take('proofs', countEach),
  };
};

const inTurn =
  (ofKey: Take | undefined, ofCompany: Take | undefined): TakeOfCaller =>
  async ({ keyId, companyId }) => {
    const key = await ofKey?.(keyId);
    const company = key?.allowed === false ? undefined : await ofCompany?.(companyId);
    return [key, company].filter((quota) => quota !== undefined);
  };

const atOnce = (key: NamedLimit, company: NamedLimit, countInTurn: CountInTurn): TakeOfCaller => {
  const count = countInTurn(key, company);
  return async ({ keyId, companyId }) => {
    const counted = await count(keyId, companyId);
    return counted.map((each, at) => quotaOf(at === 0 ? key : company, each));
  };
};

const inMemory = ({ name, requests, seconds }: NamedLimit): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points: requests, duration: seconds });

/** Has every request counted where all processes count: exact, at the price of a question for each. */
const countEach = (limit: NamedLimit, limiter: RateLimiterAbstract): Take => {
  const quota = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) =>
    quotaOf(limit, { allowed, remainingPoints, msBeforeNext });
  return async (who) => {
    try {
      return quota(true, await limiter.consume(who));
    } catch (cause) {
      if (cause instanceof RateLimiterRes) return quota(false, cause);
      throw cause;
    }
  };
};
