import type { Instant } from '../../shared/calendar.ts';

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
