import type { Clock } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ApiKey, KeyNotFound } from './api-key.ts';

/** `key` is a key's id or its display prefix. */
export type RevokeKey = (command: { readonly key: string }) => Promise<Result<ApiKey, KeyNotFound>>;

/** An operator ends a key for good; every process follows within five seconds. A revoked key stays revoked since when it was. */
export const revokeKey =
  ({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }): RevokeKey =>
  ({ key: idOrPrefix }) =>
    unitOfWork.run<ApiKey, KeyNotFound>(async ({ apiKeys }) => {
      const key = await apiKeys.find(idOrPrefix);
      if (!key) return Err({ code: 'key_not_found' });
      const revoked = { ...key, revoked: key.revoked ?? clock.now() };
      await apiKeys.save(revoked);
      return Ok(revoked);
    });
