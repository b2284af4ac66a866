import {
  COMPANY_NAME,
  companyState,
  INTERMEDIARY_CODE,
  OFFICE,
  type Company,
  type CompanyNameTaken,
  type CompanyNotFound,
} from '../../domain/company/company.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, optional, type InvalidRequest, type Rule } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText, text } from '../../shared/text.ts';
import { companyCalled } from './enable-company.ts';

/** What to correct of a company; what is left out stays. An empty code or office is taken away. */
export interface SetCompanyCommand {
  /** The company's id or its name. */
  readonly company: string;
  readonly name?: string | undefined;
  readonly intermediaryCode?: string | undefined;
  readonly office?: string | undefined;
  /** Who asks for it, for its history. */
  readonly by?: string | undefined;
}

/** Corrects a company, and gives it as it is now. */
export type SetCompany = (
  command: SetCompanyCommand,
) => Promise<Result<Company, InvalidRequest | CompanyNotFound | CompanyNameTaken>>;

/**
 * An operator corrects what a company carries. Requests to the authority use it from then on; policy numbers and
 * documents that exist stay as they are.
 */
export const setCompany =
  ({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }): SetCompany =>
  async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { company: idOrName, name, intermediaryCode, office, by } = checked.value;
    return unitOfWork.run<Company, CompanyNotFound | CompanyNameTaken>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      if (!company) return Err({ code: 'company_not_found' });
      const next = {
        name: name ?? company.name,
        intermediaryCode: corrected(intermediaryCode, company.intermediaryCode),
        office: corrected(office, company.office),
      };
      const before = { name: company.name, intermediaryCode: company.intermediaryCode, office: company.office };
      const changes = CARRIED.filter((field) => next[field] !== before[field]);
      if (changes.length === 0) return Ok(company);
      if (next.name !== before.name && (await tx.companies.named(next.name)))
        return Err({ code: 'company_name_taken' });
      await tx.companies.save({ ...company, ...next });
      await tx.history.add(company.id, {
        what: 'company',
        id: company.id,
        from: companyState(company),
        to: companyState(company),
        at: clock.now(),
        why: `corrected: ${changes.join(', ')}`,
        by: by ?? undefined,
        evidence: { before, after: next },
      });
      return Ok({ ...company, ...next });
    });
  };

const CARRIED = ['name', 'intermediaryCode', 'office'] as const;

const orEmpty =
  (rule: Rule<string>): Rule<string> =>
  (input) =>
    input === '' ? Ok('') : rule(input);

const RULES = {
  company: plainText,
  name: optional(text(COMPANY_NAME)),
  intermediaryCode: optional(orEmpty(text(INTERMEDIARY_CODE))),
  office: optional(orEmpty(text(OFFICE))),
  by: optional(plainText),
} as const;

/** What a field becomes: as it is where nothing is given, nothing where it is taken away. */
const corrected = (given: string | null, before: string | null): string | null =>
  given === null ? before : given === '' ? null : given;
