import {
  isActive,
  type ApiKey,
  type KeyNotFound,
  type LastKey,
  type Unauthorized,
} from '../../domain/company/api-key.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, type InvalidRequest } from '../../shared/rules.ts';
import { saveRevoked } from './revoke-key.ts';
import { withOwnKeys } from './with-own-keys.ts';

export interface RevokeOwnKeyCommand {
  readonly companyId: string;
  /** The key with which the request is made. */
  readonly keyId: string;
  /** The id of the key to revoke, which can be `keyId`. */
  readonly revokedId: string;
}

/** Revokes a key of the company that makes the request. */
export type RevokeOwnKey = (
  command: RevokeOwnKeyCommand,
) => Promise<Result<ApiKey, InvalidRequest | Unauthorized | KeyNotFound | LastKey>>;

/**
 * A company permanently revokes one of its keys, unless the key is the company's last active key (docs/api.md 5.12).
 * Every process refuses a revoked key within five seconds. Idempotent.
 */
export const revokeOwnKey =
  (dependencies: Pick<Dependencies, 'unitOfWork' | 'clock' | 'environment'>): RevokeOwnKey =>
  async (command) => {
    const checked = fields(command, { companyId: anyText, keyId: anyText, revokedId: anyText });
    if (checked.isErr()) return checked;
    const { companyId, revokedId } = checked.value;
    return withOwnKeys<ApiKey, KeyNotFound | LastKey>(
      dependencies,
      checked.value,
      async (tx, { acting, keys, now }) => {
        const key = await tx.apiKeys.find(revokedId);
        // `find` also accepts a display prefix, but callers refer to keys by their ids.
        if (!key || key.id !== revokedId || key.companyId !== companyId || key.environment !== dependencies.environment)
          return Err({ code: 'key_not_found' });
        if (key.revoked !== null) return Ok(key);
        if (!keys.some((other) => other.id !== key.id && isActive(other, now))) return Err({ code: 'last_key' });
        return Ok(await saveRevoked(tx.apiKeys, key, now, acting.prefix));
      },
    );
  };
