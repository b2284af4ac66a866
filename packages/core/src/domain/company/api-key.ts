import type { Instant } from '../../shared/calendar.ts';

/** Which world a key belongs to; a key of one is refused by the other. */
export const ENVIRONMENTS = ['test', 'live'] as const;
/** The world of a key: `test` moves no real money. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** An API key as the service keeps it: the key itself is never stored. */
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

/** The caller, from a valid key. */
export interface Caller {
  readonly companyId: string;
  readonly keyId: string;
}

/** The key opens nothing. Why not is never told: it would show a stranger which keys and companies there are. */
export interface Unauthorized {
  readonly code: 'unauthorized';
}

/** Only the beginning of a display prefix: it does not say which key is meant. */
export interface KeyAmbiguous {
  readonly code: 'key_ambiguous';
}

/** No key has this id or display prefix. */
export interface KeyNotFound {
  readonly code: 'key_not_found';
}
