import { QUOTE_STATUSES } from '../../domain/quote/quote.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { QuoteDetails } from '../../ports/quotes.ts';
import { PAGE_RULES, type Page, type PageRequest } from '../../shared/paging.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, oneOf, optional, type InvalidRequest } from '../../shared/rules.ts';

/** A caller's filters for the quotes of a company, as sent. All filters that are set must match. */
export interface QuoteListQuery extends PageRequest {
  readonly companyId: string;
  readonly vehicleId?: string | undefined;
  readonly status?: string | undefined;
}

/** Lists one page of a company's quotes. */
export type ListQuotes = (query: QuoteListQuery) => Promise<Result<Page<QuoteDetails>, InvalidRequest>>;

/** The company's quotes, most recent first (docs/api.md 5.7). */
export const listQuotes =
  ({ quoteQueries }: Pick<Dependencies, 'quoteQueries'>): ListQuotes =>
  async (query) => {
    const checked = fields(query, RULES);
    if (checked.isErr()) return checked;
    const { companyId, vehicleId, status, page, limit } = checked.value;
    const filter = { ...(vehicleId !== null && { vehicleId }), ...(status !== null && { status }) };
    return Ok(await quoteQueries.page(companyId, filter, { page, limit }));
  };

const RULES = {
  companyId: anyText,
  vehicleId: optional(anyText),
  status: optional(oneOf(QUOTE_STATUSES)),
  ...PAGE_RULES,
} as const;
