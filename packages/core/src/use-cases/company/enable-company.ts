import { companyState, type Company, type CompanyNotFound } from '../../domain/company/company.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, flag, optional, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText } from '../../shared/text.ts';

/** Which company, and whether it may call from now on. */
export interface EnableCompanyCommand {
  /** The company's id or its name. */
  readonly company: string;
  readonly enabled: boolean;
  /** Who asks for it, for its history. */
  readonly by?: string | undefined;
}

/** Lets a company in or keeps it out, and gives it as it is now. */
export type EnableCompany = (
  command: EnableCompanyCommand,
) => Promise<Result<Company, InvalidRequest | CompanyNotFound>>;

/** An operator lets a company call the API, or stops it; every process follows within five seconds. */
export const enableCompany =
  ({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }): EnableCompany =>
  async (command) => {
    const checked = fields(command, { company: plainText, enabled: flag, by: optional(plainText) });
    if (checked.isErr()) return checked;
    const { company: idOrName, enabled, by } = checked.value;
    return unitOfWork.run<Company, CompanyNotFound>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      if (!company) return Err({ code: 'company_not_found' });
      const changed = { ...company, enabled };
      if (enabled === company.enabled) return Ok(company);
      await tx.companies.save(changed);
      await tx.history.add(company.id, {
        what: 'company',
        id: company.id,
        from: companyState(company),
        to: companyState(changed),
        at: clock.now(),
        why: enabled ? 'let in' : 'stopped',
        by: by ?? undefined,
      });
      return Ok(changed);
    });
  };

/** The company an operator means by an id or a name. */
export const companyCalled = async ({ companies }: Transaction, idOrName: string): Promise<Company | undefined> =>
  (await companies.find(idOrName)) ?? (await companies.named(idOrName));
