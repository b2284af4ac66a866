import { publishedKeys, type ProofKey, type ShowProof, type TimeZone } from '@vehicle-insurance/core';
import { busyPage, PROOF_POLICY, proofPage, STANDING_HEADER } from '@vehicle-insurance/proofs';
import type { ClientAddress } from '../callers/client-address.ts';
import { isBeyond, quotaHeaders, type Counter } from '../callers/rate-limits.ts';
import type { ApiContext, ApiMiddleware } from '../state.ts';

/** Checks papers, and publishes the keys for checking them. */
export interface Proofs {
  readonly show: ShowProof;
  readonly keys: readonly ProofKey[];
  /** The time zone of the calendar that determines today. */
  readonly zone: TimeZone;
}

/** Seconds for which the keys may be cached. After that time, a checker that is online refuses a withdrawn key. */
const KEYS_KEPT = 300;
const ASK_AGAIN = '5';

/** Publishes the keys. Any page or app may read them. */
export const proofKeys = (keys: readonly ProofKey[]): ApiMiddleware => {
  const published = publishedKeys(keys);
  return (ctx) => {
    ctx.set({ 'cache-control': `public, max-age=${KEYS_KEPT}`, 'access-control-allow-origin': '*' });
    ctx.body = published;
  };
};

/** Shows the paper that a token proves. An address that checks more papers than a person can scan gets 429. */
export const showToken =
  ({ show }: Proofs, addressOf: ClientAddress, checks: Counter | undefined) =>
  async (ctx: ApiContext, token: string): Promise<void> => {
    ctx.set({ 'content-security-policy': PROOF_POLICY, 'x-robots-tag': 'noindex' });
    ctx.type = 'html';
    const quota = await checks?.take(addressOf(ctx.req));
    if (quota) quotaHeaders(ctx, quota);
    if (quota && isBeyond(quota)) {
      ctx.status = 429;
      ctx.set('retry-after', String(quota.seconds));
      ctx.body = busyPage(token);
      return;
    }
    const shown = await show(token);
    ctx.set(STANDING_HEADER, shown.standing);
    const isAway = shown.standing !== 'refused' && shown.recorded === 'unknown';
    ctx.status = shown.standing === 'refused' ? 404 : isAway ? 503 : 200;
    if (isAway) ctx.set('retry-after', ASK_AGAIN);
    ctx.body = proofPage(shown);
  };
