import type { ApiKey, Caller, Environment } from '../domain/company/api-key.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Instant } from '../shared/calendar.ts';

/** API keys, inside a unit of work. */
export interface ApiKeys {
  find(idOrPrefix: string): Promise<ApiKey | undefined>;
  /** Whether any key's display prefix begins with `prefix`. */
  anyBeginning(prefix: string): Promise<boolean>;
  ofCompany(companyId: string): Promise<readonly ApiKey[]>;
  /** Throws if there is a key with the same hash: the unit of work then keeps nothing. */
  add(key: ApiKey, entry: AuditEntry): Promise<void>;
  save(key: ApiKey, entry: AuditEntry): Promise<void>;
}

/** Makes and recognises keys. */
export interface KeyHasher {
  /** A new random key of at least 128 bits, `vi_test_…` or `vi_live_…`. */
  make(environment: Environment): { readonly key: string; readonly prefix: string; readonly hash: string };
  /** The same for the same key in every process; the key cannot be found from it. */
  hash(key: string): string;
}

/** Finds the caller of a key: the one read of every request. */
export interface KeyLookup {
  /**
   * The caller with a key of this hash in this environment that is neither revoked nor expired at `now` and whose
   * company is enabled. A result may be cached for at most five seconds.
   */
  find(hash: string, environment: Environment, now: Instant): Promise<Caller | undefined>;
}
