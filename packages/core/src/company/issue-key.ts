import type { Instant } from '../kernel/calendar.ts';
import { fields, type InvalidRequest } from '../kernel/invalid-request.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { optional, text, type Length } from '../kernel/text.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ApiKey, Environment } from './api-key.ts';
import type { CompanyNotFound } from './company.ts';
import { companyCalled } from './enable-company.ts';
import type { Keyring } from './ports.ts';

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
  async ({ company: idOrName, label, expires = null, by }) => {
    const now = clock.now();
    const checked = fields({
      label: optional(text(KEY_LABEL))(label),
      // A key that is over before anybody has it is a slip of the hand.
      expires: expires === null || expires > now ? Ok(expires) : Err('must be later than now'),
    });
    if (checked.isErr()) return checked;
    return unitOfWork.run<IssuedKey, CompanyNotFound>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      if (!company) return Err({ code: 'company_not_found' });
      const { key, ...kept } = keyring.make(environment);
      const apiKey: ApiKey = {
        ...kept,
        ...checked.value,
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
        by,
      });
      return Ok({ key, apiKey });
    });
  };
