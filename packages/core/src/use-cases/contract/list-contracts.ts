import type { Dependencies } from '../../ports/dependencies.ts';
import type { Page, PageRequest } from '../../shared/paging.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { fields, type InvalidRequest } from '../../shared/rules.ts';
import { withLinks, type ContractWithLinks } from './get-contract.ts';
import { LIST_OF_VEHICLE_RULES } from '../list-of-vehicle.ts';

/** Selects all contracts of a company, or those of one vehicle. */
export interface ContractListQuery extends PageRequest {
  readonly companyId: string;
  readonly vehicleId?: string | undefined;
}

/** Lists one page of a company's contracts, with links to their documents. */
export type ListContracts = (query: ContractListQuery) => Promise<Result<Page<ContractWithLinks>, InvalidRequest>>;

/** The company's contracts, most recent first (docs/api.md 5.10). */
export const listContracts =
  ({ contractQueries, documents }: Pick<Dependencies, 'contractQueries' | 'documents'>): ListContracts =>
  async (query) => {
    const checked = fields(query, LIST_OF_VEHICLE_RULES);
    if (checked.isErr()) return checked;
    const { companyId, vehicleId, page, limit } = checked.value;
    const found = await contractQueries.page(companyId, vehicleId === null ? {} : { vehicleId }, { page, limit });
    return Ok({ ...found, data: await Promise.all(found.data.map((details) => withLinks(documents, details))) });
  };
