import type { ApiKey } from '../../domain/company/api-key.ts';
import type { CompanyNotFound } from '../../domain/company/company.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText } from '../../shared/text.ts';
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
