import {
  checkKeyLimits,
  type ApiKey,
  type TooManyKeys,
  type TooManyNewKeys,
  type Unauthorized,
} from '../../domain/company/api-key.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, invalidRequest, optional, text, uuid, type InvalidRequest } from '../../shared/rules.ts';
import { addKey, KEY_LABEL, laterThan } from './issue-key.ts';
import { withOwnKeys } from './with-own-keys.ts';

/** The key that a company issues to itself. */
export interface IssueOwnKeyCommand {
  readonly companyId: string;
  /** The key with which the request is made. */
  readonly keyId: string;
  /** Makes the command idempotent. If absent, a new id. */
  readonly id?: string | undefined;
  readonly label?: string | null | undefined;
  /** If absent, the new key expires with the key that issues it. */
  readonly expiresAt?: string | null | undefined;
}

/** A key that a company issued to itself. `key` is null if the same command has already returned it once. */
export interface OwnKey {
  readonly key: string | null;
  readonly apiKey: ApiKey;
}

/** Issues a key to the company that makes the request. */
export type IssueOwnKey = (command: IssueOwnKeyCommand) => Promise<Result<OwnKey, IssueOwnKeyError>>;

/** Why a company cannot issue a key to itself. */
export type IssueOwnKeyError = InvalidRequest | Unauthorized | TooManyKeys | TooManyNewKeys;

/**
 * A company issues a key to itself (docs/api.md 5.12). The new key cannot outlive the key that issues it, so a key that
 * was issued for a limited time gives no access beyond that time.
 */
export const issueOwnKey =
  (dependencies: Pick<Dependencies, 'unitOfWork' | 'keyHasher' | 'clock' | 'ids' | 'environment'>): IssueOwnKey =>
  async (command) => {
    const { keyHasher, clock, ids, environment } = dependencies;
    const checked = fields(command, {
      companyId: anyText,
      keyId: anyText,
      id: optional(uuid),
      label: optional(text(KEY_LABEL)),
      expiresAt: optional(laterThan(clock.now())),
    });
    if (checked.isErr()) return checked;
    const { companyId, id, label, expiresAt } = checked.value;
    return withOwnKeys<OwnKey, IssueOwnKeyError>(dependencies, checked.value, async (tx, { acting, keys, now }) => {
      const issued = id === null ? undefined : await tx.apiKeys.find(id);
      if (issued?.companyId === companyId) return Ok({ key: null, apiKey: issued });
      if (outlives(expiresAt, acting)) return Err(invalidRequest([OUTLIVES]));
      const withinLimits = checkKeyLimits(keys, now);
      if (withinLimits.isErr()) return withinLimits;
      const expires = expiresAt ?? acting.expires;
      const described = { id: id ?? ids.next(), companyId, environment, label, expires, created: now };
      return Ok(await addKey(tx, keyHasher.make(environment), described, acting.prefix));
    });
  };

const outlives = (expiresAt: Instant | null, { expires }: ApiKey): boolean =>
  expires !== null && expiresAt !== null && expiresAt > expires;

const OUTLIVES = { field: 'expiresAt', message: 'must not be later than the expiry of the key that you use' };
