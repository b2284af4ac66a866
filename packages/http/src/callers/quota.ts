/** A number of requests allowed in a number of seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A limit with the name that callers see. */
export interface NamedLimit extends RateLimit {
  readonly name: string;
}

/** The result of counting one more request. */
export interface Counted {
  readonly allowed: boolean;
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
}

/** What is left of a limit, once one more request is counted. */
export interface Quota {
  readonly limit: NamedLimit;
  /** Whether this request is still within the limit. */
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends and the count restarts; at least one. */
  readonly seconds: number;
}

/** Counts one more request of a key, a company or an address. */
export type Take = (who: string) => Promise<Quota>;

export const quotaOf = (limit: NamedLimit, { allowed, remainingPoints, msBeforeNext }: Counted): Quota => ({
  limit,
  allowed,
  remaining: Math.max(0, remainingPoints),
  seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
});
