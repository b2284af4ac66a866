import { fields, type InvalidRequest } from '../kernel/invalid-request.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { anyText } from '../kernel/text.ts';
import type { QuoteStatusView, QuoteViews } from './ports.ts';
import type { QuoteNotFound } from './quote.ts';

/** Tells where one of the company's quotes stands. */
export type GetQuoteStatus = (query: {
  companyId: string;
  quoteId: string;
}) => Promise<Result<QuoteStatusView, InvalidRequest | QuoteNotFound>>;

/** Where a quote stands, with its latest payment (api.md, "GET /quote/{id}/status"). */
export const getQuoteStatus =
  ({ quoteViews }: { quoteViews: QuoteViews }): GetQuoteStatus =>
  async (query) => {
    const asked = fields(query, { companyId: anyText, quoteId: anyText });
    if (asked.isErr()) return asked;
    const { companyId, quoteId } = asked.value;
    const status = await quoteViews.status(companyId, quoteId);
    return status ? Ok(status) : Err({ code: 'quote_not_found' });
  };
