import type { Authenticate } from '@vehicle-insurance/core';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../middleware/answer-errors.ts';
import { isUnder } from '../middleware/requests.ts';
import type { ApiMiddleware } from '../state.ts';
import type { ClientAddress } from './client-address.ts';
import { isBeyond, quotaHeaders, type Counter, type Quota } from './rate-limits.ts';

export interface Authentication {
  readonly authenticate: Authenticate;
  /** Counts bad keys per address. Absent: bad keys are not limited. */
  readonly badKeys: Counter | undefined;
  readonly addressOf: ClientAddress;
}

/**
 * Refuses every request under `path` without a valid key, before the body is read (docs/api.md 2). Bad keys are counted
 * per address. A valid key is never counted. Once an address has sent too many bad keys, its requests without a known
 * key are delayed, and some are refused without a look-up.
 */
export const authenticateCaller = (
  { authenticate, badKeys, addressOf }: Authentication,
  path: string,
): ApiMiddleware => {
  const known = knownKeys();
  const slowDown = slowedAddresses();
  return async (ctx, next) => {
    if (!isUnder(path, ctx.path)) return next();
    const address = addressOf(ctx.req);
    const refuseBad = (quota: Quota): void => {
      quotaHeaders(ctx, quota);
      return refuse(ctx, { code: 'rate_limited', what: 'bad_keys', retryAfter: quota.seconds });
    };
    const key = ctx.get('x-api-key') || undefined;

    const before = await badKeys?.look(address);
    const isSuspect = before !== undefined && before.used >= before.limit.requests && !known.has(key);
    if (isSuspect && !(await slowDown(address))) return refuseBad(before);

    let caller = await authenticate(key);
    if (caller.isOk()) {
      known.add(caller.value.keyId, key);
      ctx.state.caller = caller.value;
      await next();
      if (!ctx.state.route?.waits) return;
      // The company may have revoked the key in the meantime.
      caller = await authenticate(key);
      if (caller.isOk()) return;
    }
    const quota = await badKeys?.take(address);
    if (quota && isBeyond(quota)) return refuseBad(quota);
    if (quota) quotaHeaders(ctx, quota);
    return refuse(ctx, caller.error);
  };
};

/** Maximum number of valid keys that a process remembers. At this number, the process forgets all of them. */
const MAX_KNOWN = 10_000;

/**
 * Recently valid keys, stored as digests. A request with a known key is not slowed down, even if its address also sends
 * bad keys. A revoked key is still refused.
 */
const knownKeys = () => {
  const digests = new Set<string>();
  /** A key with a known id is not hashed again. */
  const ids = new Set<string>();
  const digestOf = (key: string | undefined) => hash('sha256', key ?? '', 'base64');
  return {
    has: (key: string | undefined): boolean => digests.has(digestOf(key)),
    add: (id: string, key: string | undefined): void => {
      if (ids.has(id)) return;
      if (ids.size >= MAX_KNOWN) for (const known of [ids, digests]) known.clear();
      ids.add(id);
      digests.add(digestOf(key));
    },
  };
};

/** Milliseconds by which the look-up of a key is delayed if the address has sent too many bad keys. */
const SLOWED_BY = 500;
/** Maximum number of keys per second that are looked up for an address with too many bad keys. */
const LOOKED_UP = 20;
/** Maximum number of requests that wait at once. Further requests are refused, so that they use no memory. */
const MAX_SLOWED = 5_000;

/** Delays a request from an address. Resolves with whether the request's key may be looked up. */
const slowedAddresses = () => {
  const lookUps = new RateLimiterMemory({ points: LOOKED_UP, duration: 1 });
  let slowed = 0;
  return async (address: string): Promise<boolean> => {
    if (slowed >= MAX_SLOWED) return false;
    slowed += 1;
    await pause(SLOWED_BY);
    slowed -= 1;
    const { consumedPoints } = await lookUps.penalty(address, 1);
    return consumedPoints <= LOOKED_UP;
  };
};
