import type { ApiKey } from '../../domain/company/api-key.ts';
import type { CompanyNotFound } from '../../domain/company/company.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { fields, plainText, type InvalidRequest } from '../../shared/rules.ts';
import { withCompany } from './find-company.ts';

/** The keys of a company, by its id or name; without the keys themselves, which are not kept. */
export const listKeys =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (query: { readonly company: string }): Promise<Result<readonly ApiKey[], InvalidRequest | CompanyNotFound>> => {
    const asked = fields(query, { company: plainText });
    if (asked.isErr()) return asked;
    return withCompany(unitOfWork, asked.value.company, async ({ apiKeys }, { id }) => Ok(await apiKeys.ofCompany(id)));
  };
