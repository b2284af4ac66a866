import type { Authenticate } from '@vehicle-insurance/core';
import { refuse } from '../answer.ts';
import type { BadKeys } from '../limits/bad-keys.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import { tellStandings } from '../limits/standing.ts';
import type { ApiMiddleware } from '../state.ts';
import { isUnder } from './is-under.ts';

/** How callers are recognised. */
export interface Authentication {
  readonly authenticate: Authenticate;
  /** Asked instead about keys from an address that has sent too many bad ones. */
  readonly authenticateSuspect: Authenticate;
  /** Absent: bad keys are refused however many come. */
  readonly badKeys: BadKeys | undefined;
  readonly addressOf: ClientAddress;
}

/**
 * Lets nobody under `path` without a valid key; no body has been read by then (docs/api.md 2). Bad keys are
 * counted by the address they come from. A good one is never counted, and is served from whatever address.
 */
export const authenticateCaller =
  ({ authenticate, authenticateSuspect, badKeys, addressOf }: Authentication, path: string): ApiMiddleware =>
  async (ctx, next) => {
    if (!isUnder(path, ctx.path)) return next();
    const address = badKeys ? addressOf(ctx.req) : '';
    const ask = badKeys?.isBlocked(address) ? authenticateSuspect : authenticate;
    const caller = await ask(ctx.get('x-api-key') || undefined);
    if (caller.isOk()) {
      ctx.state.caller = caller.value;
      return next();
    }
    const standing = await badKeys?.count(address);
    if (standing) tellStandings(ctx, [standing]);
    return refuse(ctx, standing?.allowed === false ? { code: 'rate_limited', what: 'bad_keys' } : caller.error);
  };
