import type { ApiKey, KeyAmbiguous, KeyNotFound } from '../../domain/company/api-key.ts';
import type { ApiKeys } from '../../ports/api-keys.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import type { Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, optional, plainText, type InvalidRequest } from '../../shared/rules.ts';

export interface RevokeKeyCommand {
  /** A key's id or its whole display prefix. */
  readonly key: string;
  /** The company to which the key must belong; any company by default. */
  readonly companyId?: string | undefined;
  readonly by?: By | undefined;
}

/** An operator permanently revokes a key. Every process refuses the key within five seconds. Idempotent. */
export const revokeKey =
  ({ unitOfWork, clock }: Pick<Dependencies, 'unitOfWork' | 'clock'>) =>
  async (command: RevokeKeyCommand): Promise<Result<ApiKey, InvalidRequest | KeyNotFound | KeyAmbiguous>> => {
    const checked = fields(command, { key: plainText, companyId: optional(plainText), by: optional(author) });
    if (checked.isErr()) return checked;
    const { key: idOrPrefix, companyId, by } = checked.value;
    return unitOfWork.run<ApiKey, KeyNotFound | KeyAmbiguous>(async ({ apiKeys }) => {
      const key = await apiKeys.find(idOrPrefix);
      if (!key) return Err({ code: (await apiKeys.anyBeginning(idOrPrefix)) ? 'key_ambiguous' : 'key_not_found' });
      if (companyId !== null && key.companyId !== companyId) return Err({ code: 'key_not_found' });
      return Ok(key.revoked === null ? await saveRevoked(apiKeys, key, clock.now(), by ?? undefined) : key);
    });
  };

export const saveRevoked = async (apiKeys: ApiKeys, key: ApiKey, at: Instant, by: By | undefined): Promise<ApiKey> => {
  const revoked = { ...key, revoked: at };
  await apiKeys.save(revoked, { at, why: { code: 'key_revoked' }, by });
  return revoked;
};
