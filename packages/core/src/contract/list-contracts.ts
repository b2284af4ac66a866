import type { Documents } from '../document/ports.ts';
import type { Page, PageRequest } from '../kernel/paging.ts';
import { Ok, type Result } from '../kernel/result.ts';
import { withLinks, type ContractWithLinks } from './get-contract.ts';
import type { ContractViews } from './ports.ts';

/** Which of its contracts a company wants to see: all, or one vehicle's. */
export interface ContractListQuery extends PageRequest {
  readonly companyId: string;
  readonly vehicleId?: string | undefined;
}

/** Lists one page of a company's contracts, with links to their documents. */
export type ListContracts = (query: ContractListQuery) => Promise<Result<Page<ContractWithLinks>, never>>;

/** The company's contracts, most recent first (api.md, "GET /contract"). */
export const listContracts =
  ({ contractViews, documents }: { contractViews: ContractViews; documents: Documents }): ListContracts =>
  async ({ companyId, vehicleId, page, limit }) => {
    const found = await contractViews.page(companyId, vehicleId === undefined ? {} : { vehicleId }, { page, limit });
    return Ok({ ...found, data: await Promise.all(found.data.map((view) => withLinks(documents, view))) });
  };
