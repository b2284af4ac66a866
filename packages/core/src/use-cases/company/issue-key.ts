import type { ApiKey, Environment } from '../../domain/company/api-key.ts';
import type { CompanyNotFound } from '../../domain/company/company.ts';
import type { Keyring } from '../../ports/api-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { parseInstant, type Instant } from '../../shared/calendar.ts';
import { fields, optional, type InvalidRequest, type Rule } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText, text, type Length } from '../../shared/text.ts';
import { companyCalled } from './enable-company.ts';

/** Characters of the label by which people tell keys apart. */
const KEY_LABEL: Length = { min: 1, max: 100 };

/** Whom a key is for. Without `expires` it is good until it is revoked. */
export interface IssueKeyCommand {
  /** The company's id or its name. */
  readonly company: string;
  readonly label?: string | undefined;
  readonly expires?: Instant | undefined;
  /** Who issues it, for its history. */
  readonly by?: string | undefined;
}

/** A key that was just issued: the only time anybody sees it. */
export interface IssuedKey {
  readonly key: string;
  readonly apiKey: ApiKey;
}

/** Issues a key and shows it, this once. */
export type IssueKey = (command: IssueKeyCommand) => Promise<Result<IssuedKey, InvalidRequest | CompanyNotFound>>;

interface Needs {
  readonly unitOfWork: UnitOfWork;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: Environment;
}

/** An operator issues a key to a company; it may have several, so that keys can be rotated with an overlap. */
export const issueKey =
  ({ unitOfWork, keyring, clock, ids, environment }: Needs): IssueKey =>
  async (command) => {
    const now = clock.now();
    const checked = fields(command, {
      company: plainText,
      label: optional(text(KEY_LABEL)),
      expires: optional(laterThan(now)),
      by: optional(plainText),
    });
    if (checked.isErr()) return checked;
    const { company: idOrName, by, ...described } = checked.value;
    return unitOfWork.run<IssuedKey, CompanyNotFound>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      if (!company) return Err({ code: 'company_not_found' });
      const { key, ...kept } = keyring.make(environment);
      const apiKey: ApiKey = {
        ...kept,
        ...described,
        id: ids.next(),
        companyId: company.id,
        environment,
        created: now,
        revoked: null,
        lastUsed: null,
      };
      await tx.apiKeys.add(apiKey);
      await tx.history.add(company.id, {
        what: 'key',
        id: apiKey.id,
        from: null,
        to: 'active',
        at: now,
        why: 'issued',
        by: by ?? undefined,
      });
      return Ok({ key, apiKey });
    });
  };

/** An expiry in the past is a mistake. */
const laterThan =
  (now: Instant): Rule<Instant> =>
  (input) => {
    const at = typeof input === 'string' ? parseInstant(input) : undefined;
    if (at === undefined) return Err('must be an instant, such as 2027-01-31T00:00:00Z');
    return at > now ? Ok(at) : Err('must be later than now');
  };
