import { fields, type InvalidRequest } from '../kernel/invalid-request.ts';
import { LIST_OF_VEHICLE_RULES, type Page, type PageRequest } from '../kernel/paging.ts';
import { Ok, type Result } from '../kernel/result.ts';
import type { QuoteView, QuoteViews } from './ports.ts';

/** Which of its quotes a company wants to see: all, or one vehicle's. */
export interface QuoteListQuery extends PageRequest {
  readonly companyId: string;
  readonly vehicleId?: string | undefined;
}

/** Lists one page of a company's quotes. */
export type ListQuotes = (query: QuoteListQuery) => Promise<Result<Page<QuoteView>, InvalidRequest>>;

/** The company's quotes, most recent first (api.md, "GET /quote"). */
export const listQuotes =
  ({ quoteViews }: { quoteViews: QuoteViews }): ListQuotes =>
  async (query) => {
    const asked = fields(query, LIST_OF_VEHICLE_RULES);
    if (asked.isErr()) return asked;
    const { companyId, vehicleId, page, limit } = asked.value;
    return Ok(await quoteViews.page(companyId, vehicleId === null ? {} : { vehicleId }, { page, limit }));
  };
