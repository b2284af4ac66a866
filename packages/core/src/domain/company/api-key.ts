import { later, millisecondsOf, type Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** The environments of keys. Each environment refuses the other environment's keys. */
export const ENVIRONMENTS = ['test', 'live'] as const;
/** The environment of a key. Payments in `test` move no real money. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** The stored record of an API key; the key itself is not stored. */
export interface ApiKey {
  readonly id: string;
  readonly companyId: string;
  readonly environment: Environment;
  readonly label: string | null;
  /** The first characters, enough to recognise the key in a list. */
  readonly prefix: string;
  /** SHA-256 of the whole key, lower-case hex. */
  readonly hash: string;
  readonly created: Instant;
  readonly expires: Instant | null;
  readonly revoked: Instant | null;
  readonly lastUsed: Instant | null;
}

export const keyState = ({ revoked }: ApiKey): 'active' | 'revoked' => (revoked === null ? 'active' : 'revoked');

/** Whether the key is neither revoked nor expired. Does not check whether the company is enabled. */
export const isActive = ({ revoked, expires }: ApiKey, now: Instant): boolean =>
  revoked === null && (expires === null || expires > now);

/** A company with this many active keys cannot issue another key itself. */
const MAX_ACTIVE = 20;

/**
 * A company with this many new keys in the last hour cannot issue another key itself. Keys that an operator issued
 * count too.
 */
const MAX_NEW = 10;

/** Keys created at or before this time no longer count as new. */
export const keysCountAfter = (now: Instant): Instant => later(now, { hours: -1 });

/**
 * Checks whether a company may issue another key itself. `keys` must include all keys that are not revoked and all keys
 * that count as new.
 */
export const checkKeyLimits = (keys: readonly ApiKey[], now: Instant): Result<void, TooManyKeys | TooManyNewKeys> => {
  if (keys.filter((key) => isActive(key, now)).length >= MAX_ACTIVE) return Err({ code: 'too_many_keys' });
  const oldest = keys
    .map(({ created }) => created)
    .sort()
    .at(-MAX_NEW);
  if (oldest === undefined || oldest <= keysCountAfter(now)) return Ok(undefined);
  const milliseconds = millisecondsOf(later(oldest, { hours: 1 })) - millisecondsOf(now);
  return Err({ code: 'rate_limited', what: 'keys', retryAfter: Math.ceil(milliseconds / 1_000) });
};

/** The company has reached the maximum number of active keys. */
export interface TooManyKeys {
  readonly code: 'too_many_keys';
}

/** Too many keys of the company were created in the last hour. */
export interface TooManyNewKeys {
  readonly code: 'rate_limited';
  readonly what: 'keys';
  /** Seconds until another key may be issued. */
  readonly retryAfter: number;
}

/** The company has no other active key, so revoking this key would lock the company out. */
export interface LastKey {
  readonly code: 'last_key';
}

/** The company that sends a request, and its valid key. */
export interface Caller {
  readonly companyId: string;
  readonly keyId: string;
}

/** The key is not valid. Callers never see the reason, which would reveal which keys and companies exist. */
export interface Unauthorized {
  readonly code: 'unauthorized';
}

/** An operator gave only the beginning of a display prefix. The whole prefix or the id is required. */
export interface KeyAmbiguous {
  readonly code: 'key_ambiguous';
}

/** No key has this id or display prefix. */
export interface KeyNotFound {
  readonly code: 'key_not_found';
}
