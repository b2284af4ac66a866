import type { Authenticate } from '@vehicle-insurance/core';
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../middleware/answer-errors.ts';
import { isUnder } from '../middleware/requests.ts';
import type { ApiMiddleware } from '../state.ts';
import type { ClientAddress } from './client-address.ts';
import type { Quota, Take } from './quota.ts';
import { quotaHeaders } from './rate-limits.ts';

/** How callers are authenticated. */
export interface Authentication {
  readonly authenticate: Authenticate;
  /** Used instead for keys from an address that has sent too many bad ones. Default: `authenticate`. */
  readonly authenticateSuspect?: Authenticate | undefined;
  /** Counts bad keys. Absent: their number is not limited. */
  readonly takeBadKey: Take | undefined;
  readonly addressOf: ClientAddress;
}

/**
 * Refuses every request under `path` without a valid key, before its body is read (docs/api.md 2). Bad keys are counted
 * per address. A valid key is never counted and is accepted from any address.
 */
export const authenticateCaller = (
  { authenticate, authenticateSuspect = authenticate, takeBadKey, addressOf }: Authentication,
  path: string,
): ApiMiddleware => {
  const suspects = takeBadKey && suspectAddresses(takeBadKey, addressOf);
  return async (ctx, next) => {
    if (!isUnder(path, ctx.path)) return next();
    // Reading it makes Node cache it: it is still known after the caller has hung up.
    void ctx.req.socket.remoteAddress;
    const ask = suspects?.has(ctx.req) ? authenticateSuspect : authenticate;
    const key = ctx.get('x-api-key') || undefined;
    let caller = await ask(key);
    if (caller.isOk()) {
      ctx.state.caller = caller.value;
      await next();
      if (!ctx.state.route?.waits) return;
      // The key may have been revoked meanwhile.
      caller = await ask(key);
      if (caller.isOk()) return;
    }
    const quota = await suspects?.count(ctx.req);
    if (quota) quotaHeaders(ctx, [quota]);
    return refuse(ctx, quota?.allowed === false ? { code: 'rate_limited', what: 'bad_keys' } : caller.error);
  };
};

/** Bounds on what a flood of bad keys costs. */
interface Bounds {
  /** Delays each refusal of an address over the limit, which slows down a flood. */
  readonly hold: () => Promise<unknown>;
  /**
   * Refusals delayed at the same time; further ones are sent at once, so that waiting takes a bounded amount of memory.
   */
  readonly held: number;
  /**
   * Suspect addresses tracked; at this number the list is emptied, and each is listed again with its next bad key.
   */
  readonly tracked: number;
}

const BOUNDS: Bounds = { hold: () => pause(500), held: 5_000, tracked: 10_000 };

/** The addresses that have sent too many bad keys. */
export const suspectAddresses = <Asked>(take: Take, addressOf: (asked: Asked) => string, bounds = BOUNDS) => {
  const until = new Map<string, number>();
  let held = 0;
  return {
    has: (asked: Asked): boolean => until.size > 0 && (until.get(addressOf(asked)) ?? 0) > performance.now(),
    /** Counts one more bad key. Once there are too many, resolves with a delay. */
    count: async (asked: Asked): Promise<Quota> => {
      const address = addressOf(asked);
      const quota = await take(address);
      if (quota.allowed) return quota;
      if (until.size >= bounds.tracked) until.clear();
      until.set(address, performance.now() + quota.seconds * 1_000);
      if (held < bounds.held) {
        held += 1;
        await bounds.hold();
        held -= 1;
      }
      return quota;
    },
  };
};
