import type { ApiKey } from '../../domain/company/api-key.ts';
import type { Company, CompanyNotFound } from '../../domain/company/company.ts';
import type { Change } from '../../ports/history.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText } from '../../shared/text.ts';
import { companyCalled } from './enable-company.ts';

/** A company with its keys, and the history of both. */
export interface CompanyShown {
  readonly company: Company;
  readonly keys: readonly ApiKey[];
  readonly history: readonly Change[];
}

/** `company` is a company's id or its name. */
export type ShowCompany = (query: {
  readonly company: string;
}) => Promise<Result<CompanyShown, InvalidRequest | CompanyNotFound>>;

/** Everything an operator may know of a company. */
export const showCompany =
  ({ unitOfWork }: { unitOfWork: UnitOfWork }): ShowCompany =>
  async (query) => {
    const asked = fields(query, { company: plainText });
    if (asked.isErr()) return asked;
    const { company: idOrName } = asked.value;
    return unitOfWork.run<CompanyShown, CompanyNotFound>(async (tx) => {
      const company = await companyCalled(tx, idOrName);
      if (!company) return Err({ code: 'company_not_found' });
      const keys = await tx.apiKeys.ofCompany(company.id);
      const history = await tx.history.of(company.id, [company.id, ...keys.map(({ id }) => id)]);
      return Ok({ company, keys, history });
    });
  };
