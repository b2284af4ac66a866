import type { Dependencies } from '../../ports/dependencies.ts';
import type { QuoteDetails } from '../../ports/quotes.ts';
import type { Page, PageRequest } from '../../shared/paging.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { fields, type InvalidRequest } from '../../shared/rules.ts';
import { LIST_OF_VEHICLE_RULES } from '../list-of-vehicle.ts';

/** Selects all quotes of a company, or those of one vehicle. */
export interface QuoteListQuery extends PageRequest {
  readonly companyId: string;
  readonly vehicleId?: string | undefined;
}

/** Lists one page of a company's quotes. */
export type ListQuotes = (query: QuoteListQuery) => Promise<Result<Page<QuoteDetails>, InvalidRequest>>;

/** The company's quotes, most recent first (docs/api.md 5.7). */
export const listQuotes =
  ({ quoteQueries }: Pick<Dependencies, 'quoteQueries'>): ListQuotes =>
  async (query) => {
    const checked = fields(query, LIST_OF_VEHICLE_RULES);
    if (checked.isErr()) return checked;
    const { companyId, vehicleId, page, limit } = checked.value;
    return Ok(await quoteQueries.page(companyId, vehicleId === null ? {} : { vehicleId }, { page, limit }));
  };
