import type { Authenticate } from '@vehicle-insurance/core';
import { refuse } from '../middleware/answer-errors.ts';
import { isUnder } from '../middleware/requests.ts';
import type { ApiMiddleware } from '../state.ts';
import type { ClientAddress } from './client-address.ts';
import type { Take } from './quota.ts';
import { quotaHeaders } from './rate-limits.ts';
import { suspectAddresses } from './suspect-addresses.ts';

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
  const suspects = takeBadKey && suspectAddresses(takeBadKey);
  return async (ctx, next) => {
    if (!isUnder(path, ctx.path)) return next();
    // Read while the connection is there, so that it is still known when a caller has hung up.
    void ctx.req.socket.remoteAddress;
    const ask = suspects?.has(addressOf(ctx.req)) ? authenticateSuspect : authenticate;
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
    const quota = await suspects?.count(addressOf(ctx.req));
    if (quota) quotaHeaders(ctx, [quota]);
    return refuse(ctx, quota?.allowed === false ? { code: 'rate_limited', what: 'bad_keys' } : caller.error);
  };
};
