import { Err, Ok, type Result } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ApiKey } from './api-key.ts';
import type { CompanyNotFound } from './company.ts';
import { companyCalled } from './enable-company.ts';

/** `company` is a company's id or its name. */
export type ListKeys = (query: { readonly company: string }) => Promise<Result<readonly ApiKey[], CompanyNotFound>>;

/** A company's keys, without the keys themselves, which nobody has. */
export const listKeys =
  ({ unitOfWork }: { unitOfWork: UnitOfWork }): ListKeys =>
  ({ company: idOrName }) =>
    unitOfWork.run<readonly ApiKey[], CompanyNotFound>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      return company ? Ok(await tx.apiKeys.ofCompany(company.id)) : Err({ code: 'company_not_found' });
    });
