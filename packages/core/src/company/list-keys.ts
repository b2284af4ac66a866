import { fields, type InvalidRequest } from '../kernel/invalid-request.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { plainText } from '../kernel/text.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ApiKey } from './api-key.ts';
import type { CompanyNotFound } from './company.ts';
import { companyCalled } from './enable-company.ts';

/** `company` is a company's id or its name. */
export type ListKeys = (query: {
  readonly company: string;
}) => Promise<Result<readonly ApiKey[], InvalidRequest | CompanyNotFound>>;

/** A company's keys, without the keys themselves, which nobody has. */
export const listKeys =
  ({ unitOfWork }: { unitOfWork: UnitOfWork }): ListKeys =>
  async (query) => {
    const asked = fields(query, { company: plainText });
    if (asked.isErr()) return asked;
    const { company: idOrName } = asked.value;
    return unitOfWork.run<readonly ApiKey[], CompanyNotFound>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      return company ? Ok(await tx.apiKeys.ofCompany(company.id)) : Err({ code: 'company_not_found' });
    });
  };
