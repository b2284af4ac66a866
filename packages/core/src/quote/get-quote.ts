import { fields, type InvalidRequest } from '../kernel/invalid-request.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import { anyText } from '../kernel/text.ts';
import type { QuoteView, QuoteViews } from './ports.ts';
import type { QuoteNotFound } from './quote.ts';

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
