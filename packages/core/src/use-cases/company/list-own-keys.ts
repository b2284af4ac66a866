import type { ApiKey } from '../../domain/company/api-key.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { PAGE_RULES, type Page, type PageRequest } from '../../shared/paging.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, type InvalidRequest } from '../../shared/rules.ts';

/** Lists one page of a company's keys, most recent first. */
export type ListOwnKeys = (
  query: { readonly companyId: string } & PageRequest,
) => Promise<Result<Page<ApiKey>, InvalidRequest>>;

/** The company's keys of this environment, including revoked and expired keys (docs/api.md 5.12). */
export const listOwnKeys =
  ({ unitOfWork, environment }: Pick<Dependencies, 'unitOfWork' | 'environment'>): ListOwnKeys =>
  async (query) => {
    const checked = fields(query, { companyId: anyText, ...PAGE_RULES });
    if (checked.isErr()) return checked;
    const { companyId, ...page } = checked.value;
    return unitOfWork.run(async ({ apiKeys }) => Ok(await apiKeys.page(companyId, environment, page)));
  };
