import type { Caller } from '@vehicle-insurance/core';
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';
import { countInShares } from './count-in-shares.ts';
import { quotaOf, type Counted, type NamedLimit, type Quota, type RateLimit, type Take } from './quota.ts';

/**
 * What is limited: each key separately and all keys of a company together; per address, bad keys and checks of papers.
 */
type LimitName = 'key-reads' | 'key-writes' | 'company-reads' | 'company-writes' | 'bad-keys' | 'proofs';

/** Limits on requests. What has no limit here is not limited. */
export interface RequestLimits extends Readonly<Partial<Record<LimitName, RateLimit>>> {
  /** Where requests are counted: any limiter of rate-limiter-flexible. Absent: in the memory of this process. */
  readonly limiters?: (limit: NamedLimit) => RateLimiterAbstract;
  /** Counts a write under both limits of a caller in one round trip. Absent: under one after the other. */
  readonly countInTurn?: CountInTurn | undefined;
}

/** Counts one more request under each limit: under the second only if the first is not exceeded. */
export type CountInTurn = (
  first: NamedLimit,
  second: NamedLimit,
) => (first: string, second: string) => Promise<readonly Counted[]>;

/**
 * Counts one more request of a caller: under the key's limit first, so that requests beyond it take nothing from the
 * company's other keys.
 */
type TakeOfCaller = (caller: Caller) => Promise<readonly Quota[]>;

/** The limits, ready to count. */
export interface Takes {
  readonly reads: TakeOfCaller;
  readonly writes: TakeOfCaller;
  readonly badKeys: Take | undefined;
  readonly proofs: Take | undefined;
}

/**
 * Prevents one key or one company from using up the service for all others. Reads and writes are counted separately.
 */
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
 * Sends a caller its limits and what remains of them in the headers of the IETF draft: two lists, one item for each
 * limit. Beyond a limit, `Retry-After` contains the seconds to wait.
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

/** Reads are counted in shares: a round trip to count each of them would cost more than the read itself. */
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

/** Counts every request at the shared limiter: exact, at the cost of a round trip each. */
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
