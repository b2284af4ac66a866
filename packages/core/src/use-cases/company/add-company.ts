import {
  COMPANY_NAME,
  forEachFact,
  type Company,
  type CompanyFact,
  type CompanyNameTaken,
} from '../../domain/company/company.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, optional, text, type InvalidRequest } from '../../shared/rules.ts';

export interface AddCompanyCommand extends Readonly<Partial<Record<CompanyFact, string | undefined>>> {
  readonly name: string;
  readonly by?: By | undefined;
}

/** Adds a company; refuses a name that another company has. */
export type AddCompany = (command: AddCompanyCommand) => Promise<Result<Company, InvalidRequest | CompanyNameTaken>>;

/** An operator adds a company as a caller of the API. */
export const addCompany =
  ({ unitOfWork, clock, ids }: Pick<Dependencies, 'unitOfWork' | 'clock' | 'ids'>): AddCompany =>
  async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { by, ...described } = checked.value;
    return unitOfWork.run<Company, CompanyNameTaken>(async (tx) => {
      if (await tx.companies.named(described.name)) return Err({ code: 'company_name_taken' });
      const now = clock.now();
      const company = { ...described, id: ids.next(), enabled: true, created: now };
      return Ok(await tx.companies.add(company, { at: now, why: { code: 'company_added' }, by: by ?? undefined }));
    });
  };

const RULES = {
  name: text(COMPANY_NAME),
  ...forEachFact((_, length) => optional(text(length))),
  by: optional(author),
} as const;
