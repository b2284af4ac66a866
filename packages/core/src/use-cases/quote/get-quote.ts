import type { QuoteNotFound } from '../../domain/quote/quote.ts';
import type { QuoteView, QuoteViews } from '../../ports/quotes.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText } from '../../shared/text.ts';

/** Finds one quote among the company's own. */
export type GetQuote = (query: {
  companyId: string;
  quoteId: string;
}) => Promise<Result<QuoteView, InvalidRequest | QuoteNotFound>>;

/** One quote of the company, as its list shows it. */
export const getQuote =
  ({ quoteViews }: { quoteViews: QuoteViews }): GetQuote =>
  async (query) => {
    const asked = fields(query, { companyId: anyText, quoteId: anyText });
    if (asked.isErr()) return asked;
    const { companyId, quoteId } = asked.value;
    const quote = await quoteViews.find(companyId, quoteId);
    return quote ? Ok(quote) : Err({ code: 'quote_not_found' });
  };
