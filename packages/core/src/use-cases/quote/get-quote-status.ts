import type { QuoteNotFound } from '../../domain/quote/quote.ts';
import type { QuoteStatusView, QuoteViews } from '../../ports/quotes.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText } from '../../shared/text.ts';

/** Tells where one of the company's quotes stands. */
export type GetQuoteStatus = (query: {
  companyId: string;
  quoteId: string;
}) => Promise<Result<QuoteStatusView, InvalidRequest | QuoteNotFound>>;

/** Where a quote stands, with its latest payment (docs/api.md 5.9). */
export const getQuoteStatus =
  ({ quoteViews }: { quoteViews: QuoteViews }): GetQuoteStatus =>
  async (query) => {
    const asked = fields(query, { companyId: anyText, quoteId: anyText });
    if (asked.isErr()) return asked;
    const { companyId, quoteId } = asked.value;
    const status = await quoteViews.status(companyId, quoteId);
    return status ? Ok(status) : Err({ code: 'quote_not_found' });
  };
