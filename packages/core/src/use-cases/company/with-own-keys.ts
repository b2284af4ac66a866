import { isActive, keysCountAfter, type ApiKey, type Unauthorized } from '../../domain/company/api-key.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { Err, type Result } from '../../shared/result.ts';

/** The keys of a company that changes its keys itself. */
export interface OwnKeys {
  /** The key with which the company makes this request. */
  readonly acting: ApiKey;
  /** The keys that are not revoked, and the revoked keys that still count towards the limit of new keys. */
  readonly keys: readonly ApiKey[];
  readonly now: Instant;
}

/**
 * Runs `work` on a company's own keys, in one unit of work. Until that unit ends, no other request of the company can
 * change these keys. Processes cache keys for seconds, so the acting key is checked again. A key that was just revoked
 * must neither issue nor revoke another key.
 */
export const withOwnKeys = <Value, Refusal>(
  { unitOfWork, clock, environment }: Pick<Dependencies, 'unitOfWork' | 'clock' | 'environment'>,
  { companyId, keyId }: { readonly companyId: string; readonly keyId: string },
  work: (tx: Transaction, own: OwnKeys) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | Unauthorized>> =>
  unitOfWork.run<Value, Refusal | Unauthorized>(async (tx) => {
    const company = await tx.companies.lock(companyId);
    const now = clock.now();
    const keys = company?.enabled ? await tx.apiKeys.current(companyId, environment, keysCountAfter(now)) : [];
    const acting = keys.find(({ id }) => id === keyId);
    return acting && isActive(acting, now) ? work(tx, { acting, keys, now }) : Err({ code: 'unauthorized' });
  });
