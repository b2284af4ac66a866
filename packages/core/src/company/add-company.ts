import { fields, optional, type InvalidRequest } from '../kernel/invalid-request.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { plainText, text } from '../kernel/text.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import {
  COMPANY_NAME,
  companyState,
  INTERMEDIARY_CODE,
  OFFICE,
  type Company,
  type CompanyNameTaken,
} from './company.ts';

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
