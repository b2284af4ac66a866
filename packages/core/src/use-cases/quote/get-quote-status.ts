import type { QuoteNotFound } from '../../domain/quote/quote.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { QuoteStatusView } from '../../ports/quotes.ts';
import type { Result } from '../../shared/result.ts';
import type { InvalidRequest } from '../../shared/rules.ts';
import { findOne } from '../find-one.ts';

/** Returns the status of one of the company's quotes. */
export type GetQuoteStatus = (query: {
  companyId: string;
  quoteId: string;
}) => Promise<Result<QuoteStatusView, InvalidRequest | QuoteNotFound>>;

/** A quote's status, with its latest payment (docs/api.md 5.9). */
export const getQuoteStatus = ({ quoteQueries }: Pick<Dependencies, 'quoteQueries'>): GetQuoteStatus =>
  findOne('quoteId', 'quote_not_found', (companyId, id) => quoteQueries.status(companyId, id));
