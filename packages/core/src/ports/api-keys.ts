import type { ApiKey, Caller, Environment } from '../domain/company/api-key.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';
import type { Instant } from '../shared/calendar.ts';
import type { Page, PageRequest } from '../shared/paging.ts';

/** API keys, inside a unit of work. */
export interface ApiKeys {
  find(idOrPrefix: string): Promise<ApiKey | undefined>;
  /** Whether any key's display prefix begins with `prefix`. */
  anyBeginning(prefix: string): Promise<boolean>;
  ofCompany(companyId: string): Promise<readonly ApiKey[]>;
  /** The company's keys in an environment. Revoked keys are included only if they were created after `since`. */
  current(companyId: string, environment: Environment, since: Instant): Promise<readonly ApiKey[]>;
  /** A page of the company's keys in an environment, most recent first. */
  page(companyId: string, environment: Environment, page: PageRequest): Promise<Page<ApiKey>>;
  /** Throws if a key with the same hash exists, so that the unit of work is rolled back. */
  add(key: ApiKey, entry: AuditEntry): Promise<void>;
  save(key: ApiKey, entry: AuditEntry): Promise<void>;
}

/** Generates and hashes keys. */
export interface KeyHasher {
  /** A new random key of at least 128 bits, which begins with `vi_test_` or `vi_live_`. */
  make(environment: Environment): { readonly key: string; readonly prefix: string; readonly hash: string };
  /** Deterministic across processes. The key cannot be derived from the hash. */
  hash(key: string): string;
}

/** Finds the caller behind a key, once for every request. */
export interface KeyLookup {
  /**
   * The caller whose key has this hash in this environment. Undefined if there is no such key, or if the key is
   * revoked, has expired at `now`, or belongs to a disabled company. An adapter may cache a result for at most five
   * seconds.
   */
  find(hash: string, environment: Environment, now: Instant): Promise<Caller | undefined>;
}
