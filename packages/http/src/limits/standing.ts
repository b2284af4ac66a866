import type { Context } from 'koa';

/** At most so many requests in so many seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A limit with the name callers see it under. */
export interface NamedLimit extends RateLimit {
  readonly name: string;
}

/** Where somebody stands with a limit, once one more request of theirs is counted. */
export interface Standing {
  readonly limit: NamedLimit;
  /** Whether this request is still within the limit. */
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the count starts anew; at least one. */
  readonly seconds: number;
}

/** Counts one more request of somebody. */
export type Take = (who: string) => Promise<Standing>;

export const standingOf = (limit: NamedLimit, allowed: boolean, remaining: number, milliseconds: number): Standing => ({
  limit,
  allowed,
  remaining: Math.max(0, remaining),
  seconds: Math.max(1, Math.ceil(milliseconds / 1_000)),
});

/**
 * Tells a caller its limits and where it stands, in the words of the IETF's draft: two lists, one item for each limit.
 * Who is beyond one is told how long to wait.
 */
export const tellStandings = (ctx: Context, standings: readonly Standing[]): void => {
  if (standings.length === 0) return;
  const list = (parameters: (standing: Standing) => string) =>
    standings.map((standing) => `"${standing.limit.name}";${parameters(standing)}`).join(', ');
  ctx.set({
    'ratelimit-policy': list(({ limit }) => `q=${limit.requests};w=${limit.seconds}`),
    ratelimit: list(({ remaining, seconds }) => `r=${remaining};t=${seconds}`),
  });
  const beyond = standings.find(({ allowed }) => !allowed);
  if (beyond) ctx.set('retry-after', String(beyond.seconds));
};
