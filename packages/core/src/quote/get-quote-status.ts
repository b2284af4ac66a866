import { Err, Ok, type Result } from '../kernel/result.ts';
import type { QuoteStatusView, QuoteViews } from './ports.ts';
import type { QuoteNotFound } from './quote.ts';

/** Tells where one of the company's quotes stands. */
export type GetQuoteStatus = (query: {
  companyId: string;
  quoteId: string;
}) => Promise<Result<QuoteStatusView, QuoteNotFound>>;

/** Where a quote stands, with its latest payment (api.md, "GET /quote/{id}/status"). */
export const getQuoteStatus =
  ({ quoteViews }: { quoteViews: QuoteViews }): GetQuoteStatus =>
  async ({ companyId, quoteId }) => {
    const status = await quoteViews.status(companyId, quoteId);
    return status ? Ok(status) : Err({ code: 'quote_not_found' });
  };
