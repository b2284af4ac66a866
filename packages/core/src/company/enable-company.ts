import { Err, Ok, type Result } from '../kernel/result.ts';
import type { Transaction, UnitOfWork } from '../kernel/unit-of-work.ts';
import type { Company, CompanyNotFound } from './company.ts';

export interface EnableCompanyCommand {
  /** The company's id or its name. */
  readonly company: string;
  readonly enabled: boolean;
}

export type EnableCompany = (command: EnableCompanyCommand) => Promise<Result<Company, CompanyNotFound>>;

/** An operator lets a company call the API, or stops it; every process follows within five seconds. */
export const enableCompany =
  ({ unitOfWork }: { unitOfWork: UnitOfWork }): EnableCompany =>
  ({ company: idOrName, enabled }) =>
    unitOfWork.run<Company, CompanyNotFound>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      if (!company) return Err({ code: 'company_not_found' });
      await tx.companies.save({ ...company, enabled });
      return Ok({ ...company, enabled });
    });

/** The company an operator means by an id or a name. */
export const companyCalled = async ({ companies }: Transaction, idOrName: string): Promise<Company | undefined> =>
  (await companies.find(idOrName)) ?? (await companies.named(idOrName));
