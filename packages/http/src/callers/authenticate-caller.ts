import type { Authenticate } from '@vehicle-insurance/core';
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../middleware/answer-errors.ts';
import { isUnder } from '../middleware/requests.ts';
import type { ApiMiddleware } from '../state.ts';
import type { ClientAddress } from './client-address.ts';
import type { Quota, Take } from './quota.ts';
import { quotaHeaders } from './rate-limits.ts';

/** How callers are recognised. */
export interface Authentication {
  readonly authenticate: Authenticate;
  /** Asked instead about keys from an address that has sent too many bad ones. Absent: `authenticate` is. */
  readonly authenticateSuspect?: Authenticate | undefined;
  /** Counts bad keys. Absent: they are refused however many come. */
  readonly takeBadKey: Take | undefined;
  readonly addressOf: ClientAddress;
}

/**
 * Lets no request under `path` through without a valid key; no body has been read by then (docs/api.md 2). Bad keys are
 * counted by the address they come from. A good one is never counted, and is served from whatever address.
 */
export const authenticateCaller = (
  { authenticate, authenticateSuspect = authenticate, takeBadKey, addressOf }: Authentication,
  path: string,
): ApiMiddleware => {
  const suspects = takeBadKey && suspectAddresses(takeBadKey, addressOf);
  return async (ctx, next) => {
    if (!isUnder(path, ctx.path)) return next();
    // Read while the connection is there, so that it is still known when a caller has hung up.
    void ctx.req.socket.remoteAddress;
    const ask = suspects?.has(ctx.req) ? authenticateSuspect : authenticate;
    const key = ctx.get('x-api-key') || undefined;
    let caller = await ask(key);
    if (caller.isOk()) {
      ctx.state.caller = caller.value;
      await next();
      if (!ctx.state.route?.waits) return;
      // It may have been revoked meanwhile.
      caller = await ask(key);
      if (caller.isOk()) return;
    }
    const quota = await suspects?.count(ctx.req);
    if (quota) quotaHeaders(ctx, [quota]);
    return refuse(ctx, quota?.allowed === false ? { code: 'rate_limited', what: 'bad_keys' } : caller.error);
  };
};

/** What a flood of bad keys may take. */
interface Bounds {
  /** Waits as long as a caller who sends too many waits for each refusal: so much less of a flood gets through. */
  readonly hold: () => Promise<unknown>;
  /** Refusals that are held at once; those beyond are told at once, so that waiting takes no memory without end. */
  readonly held: number;
  /** Addresses that are remembered to have sent too many; more than these are only counted. */
  readonly remembered: number;
}

const BOUNDS: Bounds = { hold: () => pause(500), held: 5_000, remembered: 10_000 };

/** The addresses that have sent too many bad keys. */
export const suspectAddresses = <Asked>(take: Take, addressOf: (asked: Asked) => string, bounds = BOUNDS) => {
  const until = new Map<string, number>();
  let held = 0;
  return {
    has: (asked: Asked): boolean => until.size > 0 && (until.get(addressOf(asked)) ?? 0) > performance.now(),
    /** Counts one more bad key. Takes its time when it is one too many. */
    count: async (asked: Asked): Promise<Quota> => {
      const address = addressOf(asked);
      const quota = await take(address);
      if (quota.allowed) return quota;
      if (until.size >= bounds.remembered) until.clear();
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
