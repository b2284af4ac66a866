import type { ApiKey } from '../../domain/company/api-key.ts';
import type { Company, CompanyNotFound } from '../../domain/company/company.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Change } from '../../ports/history.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { fields, plainText, type InvalidRequest } from '../../shared/rules.ts';
import { withCompany } from './find-company.ts';

/** A company with its keys, and the history of both. */
export interface CompanyShown {
  readonly company: Company;
  readonly keys: readonly ApiKey[];
  readonly history: readonly Change[];
}

/** All data of a company that an operator may see, by its id or name. */
export const showCompany =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (query: { readonly company: string }): Promise<Result<CompanyShown, InvalidRequest | CompanyNotFound>> => {
    const checked = fields(query, { company: plainText });
    if (checked.isErr()) return checked;
    return withCompany(unitOfWork, checked.value.company, async (tx, company) => {
      const keys = await tx.apiKeys.ofCompany(company.id);
      const history = await tx.history.of(company.id, [company.id, ...keys.map(({ id }) => id)]);
      return Ok({ company, keys, history });
    });
  };
