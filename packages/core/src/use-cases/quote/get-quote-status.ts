import type { QuoteNotFound } from '../../domain/quote/quote.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { QuoteStatusView } from '../../ports/quotes.ts';
import type { Result } from '../../shared/result.ts';
import type { InvalidRequest } from '../../shared/rules.ts';
import { findOne } from '../find-one.ts';

/** Tells where one of the company's quotes stands. */
export type GetQuoteStatus = (query: {
  companyId: string;
  quoteId: string;
}) => Promise<Result<QuoteStatusView, InvalidRequest | QuoteNotFound>>;

/** Where a quote stands, with its latest payment (docs/api.md 5.9). */
export const getQuoteStatus = ({ quoteQueries }: Pick<Dependencies, 'quoteQueries'>): GetQuoteStatus =>
  findOne('quoteId', 'quote_not_found', (companyId, id) => quoteQueries.status(companyId, id));
