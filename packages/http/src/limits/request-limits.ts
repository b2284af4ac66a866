import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { countEach } from './count-each.ts';
import { countInShares } from './count-in-shares.ts';
import type { NamedLimit, RateLimit, Take } from './standing.ts';

/** What is limited: each key by itself, all keys of a company together, and bad keys from one address. */
export const LIMITS = ['key-reads', 'key-writes', 'company-reads', 'company-writes', 'bad-keys'] as const;
export type LimitName = (typeof LIMITS)[number];

/** Reads change nothing and come often: counting each of them elsewhere would cost more than they do. */
const IN_SHARES: readonly LimitName[] = ['key-reads', 'company-reads'];

/** How often may be asked. What has no limit here is not limited. */
export interface RequestLimits extends Readonly<Partial<Record<LimitName, RateLimit>>> {
  /** Where requests are counted: any limiter of rate-limiter-flexible. Absent: in this process alone. */
  readonly limiters?: (limit: NamedLimit) => RateLimiterAbstract;
}

export type Takes = Readonly<Partial<Record<LimitName, Take>>>;

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
