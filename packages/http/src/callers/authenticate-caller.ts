import type { Authenticate } from '@vehicle-insurance/core';
import type { IncomingMessage } from 'node:http';
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

/** Milliseconds that a caller who sends too many bad keys waits for each refusal: so much less of a flood gets through. */
const HELD_FOR = 500;

/** Refusals that are held at once; those beyond are told at once, so that waiting takes no memory without end. */
const MAX_HELD = 5_000;

/** Addresses that are remembered to have sent too many; more than these are only counted. */
const MAX_SUSPECTS = 10_000;

/** The addresses that have sent too many bad keys. */
const suspectAddresses = (take: Take, addressOf: ClientAddress) => {
  const until = new Map<string, number>();
  let held = 0;
  return {
    has: (request: IncomingMessage): boolean =>
      until.size > 0 && (until.get(addressOf(request)) ?? 0) > performance.now(),
    /** Counts one more bad key. Takes its time when it is one too many. */
    count: async (request: IncomingMessage): Promise<Quota> => {
      const address = addressOf(request);
      const quota = await take(address);
      if (quota.allowed) return quota;
      if (until.size >= MAX_SUSPECTS) until.clear();
      until.set(address, performance.now() + quota.seconds * 1_000);
      if (held < MAX_HELD) {
        held += 1;
        await pause(HELD_FOR);
        held -= 1;
      }
      return quota;
    },
  };
};
