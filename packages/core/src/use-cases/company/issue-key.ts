import type { ApiKey } from '../../domain/company/api-key.ts';
import type { CompanyNotFound } from '../../domain/company/company.ts';
import type { KeyHasher } from '../../ports/api-keys.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { By } from '../../shared/author.ts';
import { parseInstant, type Instant } from '../../shared/calendar.ts';
import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  author,
  fields,
  optional,
  plainText,
  text,
  type InvalidRequest,
  type Length,
  type Rule,
} from '../../shared/rules.ts';
import { withCompany } from './find-company.ts';

/** The length of a key's label, in characters. */
export const KEY_LABEL: Length = { min: 1, max: 100 };

/** The key to issue. Without `expires`, the key is valid until it is revoked. */
export interface IssueKeyCommand {
  /** The company's id or its name. */
  readonly company: string;
  readonly label?: string | undefined;
  readonly expires?: Instant | undefined;
  readonly by?: By | undefined;
}

/** A newly issued key, which is never shown again. */
export interface IssuedKey {
  readonly key: string;
  readonly apiKey: ApiKey;
}

/** Issues a key and returns it. The key cannot be read again. */
export type IssueKey = (command: IssueKeyCommand) => Promise<Result<IssuedKey, InvalidRequest | CompanyNotFound>>;

type IssueKeyDependencies = Pick<Dependencies, 'unitOfWork' | 'keyHasher' | 'clock' | 'ids' | 'environment'>;

/**
 * An operator issues a key to a company. A company may have several keys, so that an old and a new key can be valid at
 * the same time.
 */
export const issueKey =
  ({ unitOfWork, keyHasher, clock, ids, environment }: IssueKeyDependencies): IssueKey =>
  async (command) => {
    const now = clock.now();
    const checked = fields(command, {
      company: plainText,
      label: optional(text(KEY_LABEL)),
      expires: optional(laterThan(now)),
      by: optional(author),
    });
    if (checked.isErr()) return checked;
    const { company: idOrName, by, ...described } = checked.value;
    return withCompany(unitOfWork, idOrName, async (tx, company) =>
      Ok(
        await addKey(
          tx,
          keyHasher.make(environment),
          { ...described, id: ids.next(), companyId: company.id, environment, created: now },
          by ?? undefined,
        ),
      ),
    );
  };

/** Stores the record of a new key. The key itself is not stored. */
export const addKey = async (
  { apiKeys }: Pick<Transaction, 'apiKeys'>,
  { key, ...kept }: ReturnType<KeyHasher['make']>,
  described: Omit<ApiKey, 'prefix' | 'hash' | 'revoked' | 'lastUsed'>,
  by: By | undefined,
): Promise<IssuedKey> => {
  const apiKey: ApiKey = { ...described, ...kept, revoked: null, lastUsed: null };
  await apiKeys.add(apiKey, { at: described.created, why: { code: 'key_issued' }, by });
  return { key, apiKey };
};

/** An instant in the future: an expiry in the past is a mistake. */
export const laterThan =
  (now: Instant): Rule<Instant> =>
  (input) => {
    const at = typeof input === 'string' ? parseInstant(input) : undefined;
    if (at === undefined) return Err(FAULTS.instant);
    return at > now ? Ok(at) : Err(FAULTS.laterThanNow);
  };
