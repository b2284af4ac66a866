import {
  checkKeyLimits,
  type ApiKey,
  type TooManyKeys,
  type TooManyNewKeys,
  type Unauthorized,
} from '../../domain/company/api-key.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Instant } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, invalidRequest, optional, text, uuid, type InvalidRequest } from '../../shared/rules.ts';
import { addKey, KEY_LABEL, laterThan } from './issue-key.ts';
import { withOwnKeys } from './with-own-keys.ts';

export interface IssueOwnKeyCommand {
  readonly companyId: string;
  /** The key with which the request is made. */
  readonly keyId: string;
  /** The id of the new key, which makes the command idempotent. If absent, the service chooses an id. */
  readonly id?: string | undefined;
  readonly label?: string | null | undefined;
  /** If absent, the new key expires with the key that issues it. */
  readonly expires?: string | null | undefined;
}

/** A key that a company issued to itself. `key` is null if an earlier command with the same id issued the key. */
export interface OwnKey {
  readonly key: string | null;
  readonly apiKey: ApiKey;
}

/** Issues a key to the company that makes the request. */
export type IssueOwnKey = (command: IssueOwnKeyCommand) => Promise<Result<OwnKey, IssueOwnKeyError>>;

export type IssueOwnKeyError = InvalidRequest | Unauthorized | TooManyKeys | TooManyNewKeys;

/**
 * A company issues a key to itself (docs/api.md 5.12). The new key cannot outlive the key that issues it. So a key that
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
      expires: optional(laterThan(clock.now())),
    });
    if (checked.isErr()) return checked;
    const { companyId, id, label, expires } = checked.value;
    return withOwnKeys<OwnKey, IssueOwnKeyError>(dependencies, checked.value, async (tx, { acting, keys, now }) => {
      const issued = id === null ? undefined : await tx.apiKeys.find(id);
      if (issued?.companyId === companyId) return Ok({ key: null, apiKey: issued });
      if (outlives(expires, acting)) return Err(invalidRequest([OUTLIVES]));
      const withinLimits = checkKeyLimits(keys, now);
      if (withinLimits.isErr()) return withinLimits;
      const described = {
        ...{ id: id ?? ids.next(), companyId, environment, label, created: now },
        expires: expires ?? acting.expires,
      };
      return Ok(await addKey(tx, keyHasher.make(environment), described, acting.prefix));
    });
  };

const outlives = (expires: Instant | null, acting: ApiKey): boolean =>
  expires !== null && acting.expires !== null && expires > acting.expires;

const OUTLIVES = { field: 'expires', message: FAULTS.notAfterOwnKey };
