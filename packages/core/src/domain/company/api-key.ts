import { later, millisecondsOf, type Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** The environments of keys. Each environment refuses the keys of the other. */
export const ENVIRONMENTS = ['test', 'live'] as const;
/** The environment of a key: `test` moves no real money. */
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

/** A key's state, as shown in its company's history. */
export const keyState = ({ revoked }: ApiKey): 'active' | 'revoked' => (revoked === null ? 'active' : 'revoked');

/** Whether a key can still be used, if its company is enabled. */
export const isActive = ({ revoked, expires }: ApiKey, now: Instant): boolean =>
  revoked === null && (expires === null || expires > now);

/** Active keys of a company. A company with this number of active keys cannot issue another key itself. */
const MAX_ACTIVE = 20;

/** New keys of a company within an hour, including those that an operator issues. */
const MAX_NEW = 10;

/** Keys that were created at this time or earlier do not count as new any more. */
export const keysCountAfter = (now: Instant): Instant => later(now, { hours: -1 });

/**
 * Checks whether a company may issue one more key itself. `keys` must include all keys that are not revoked and all
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

/** The company has as many active keys as it may have. */
export interface TooManyKeys {
  readonly code: 'too_many_keys';
}

/** The company has issued too many keys in the last hour. */
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

/** The caller behind a valid key. */
export interface Caller {
  readonly companyId: string;
  readonly keyId: string;
}

/** The key is not valid. The reason is never exposed: it would reveal which keys and companies exist. */
export interface Unauthorized {
  readonly code: 'unauthorized';
}

/** The beginning of a display prefix was given, but only a whole prefix or an id identifies a key. */
export interface KeyAmbiguous {
  readonly code: 'key_ambiguous';
}

/** No key has this id or display prefix. */
export interface KeyNotFound {
  readonly code: 'key_not_found';
}
