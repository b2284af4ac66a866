import {
  COMPANY_NAME,
  companyState,
  INTERMEDIARY_CODE,
  OFFICE,
  type Company,
  type CompanyNameTaken,
} from '../../domain/company/company.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, optional, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText, text } from '../../shared/text.ts';

/** The company to take on. */
export interface AddCompanyCommand {
  readonly name: string;
  readonly intermediaryCode?: string | undefined;
  readonly office?: string | undefined;
  /** Who takes it on, for its history. */
  readonly by?: string | undefined;
}

/** Takes on a company; refuses a name that another one has. */
export type AddCompany = (command: AddCompanyCommand) => Promise<Result<Company, InvalidRequest | CompanyNameTaken>>;

/** An operator takes on a company as a caller of the API. */
export const addCompany =
  ({ unitOfWork, clock, ids }: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }): AddCompany =>
  async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { by, ...described } = checked.value;
    return unitOfWork.run<Company, CompanyNameTaken>(async ({ companies, history }) => {
      if (await companies.named(described.name)) return Err({ code: 'company_name_taken' });
      const now = clock.now();
      const company = await companies.add({ ...described, id: ids.next(), enabled: true, created: now });
      await history.add(company.id, {
        what: 'company',
        id: company.id,
        from: null,
        to: companyState(company),
        at: now,
        why: 'taken on',
        by: by ?? undefined,
      });
      return Ok(company);
    });
  };

const RULES = {
  name: text(COMPANY_NAME),
  intermediaryCode: optional(text(INTERMEDIARY_CODE)),
  office: optional(text(OFFICE)),
  by: optional(plainText),
} as const;
