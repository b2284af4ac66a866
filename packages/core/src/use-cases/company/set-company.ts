import {
  COMPANY_NAME,
  forEachFact,
  type Company,
  type CompanyFact,
  type CompanyNameTaken,
  type CompanyNotFound,
} from '../../domain/company/company.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, optional, plainText, text, type InvalidRequest, type Rule } from '../../shared/rules.ts';
import { withCompany } from './find-company.ts';

/**
 * Corrections to a company. An absent field stays unchanged. An empty field is cleared, except the name, which must not
 * be empty.
 */
export interface SetCompanyCommand extends Readonly<Partial<Record<CompanyFact, string | undefined>>> {
  /** The company's id or its name. */
  readonly company: string;
  readonly name?: string | undefined;
  readonly by?: By | undefined;
}

/**
 * An operator corrects a company's data. Later requests to the authority and later papers use the new data; existing
 * policy numbers and stored documents do not change.
 */
export const setCompany =
  ({ unitOfWork, clock }: Pick<Dependencies, 'unitOfWork' | 'clock'>) =>
  async (command: SetCompanyCommand): Promise<Result<Company, InvalidRequest | CompanyNotFound | CompanyNameTaken>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { company: idOrName, name, by, ...given } = checked.value;
    return withCompany<Company, CompanyNameTaken>(unitOfWork, idOrName, async (tx, company) => {
      const before = { name: company.name, ...forEachFact((fact) => company[fact]) };
      const next = { name: name ?? company.name, ...forEachFact((fact) => correctField(given[fact], company[fact])) };
      const changes = (Object.keys(before) as (keyof typeof before)[]).filter((field) => next[field] !== before[field]);
      if (changes.length === 0) return Ok(company);
      if (next.name !== before.name && (await tx.companies.named(next.name)))
        return Err({ code: 'company_name_taken' });
      const changed = { ...company, ...next };
      const why = { code: 'company_corrected', fields: changes } as const;
      const evidence = { before, after: next };
      await tx.companies.save(changed, { at: clock.now(), why, by: by ?? undefined, evidence });
      return Ok(changed);
    });
  };

const orEmpty =
  (rule: Rule<string>): Rule<string> =>
  (input) =>
    input === '' ? Ok('') : rule(input);

const RULES = {
  company: plainText,
  name: optional(text(COMPANY_NAME)),
  ...forEachFact((_, length) => optional(orEmpty(text(length)))),
  by: optional(author),
} as const;

const correctField = (given: string | null, before: string | null): string | null =>
  given === null ? before : given === '' ? null : given;
