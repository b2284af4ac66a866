import type { QuoteNotFound } from '../../domain/quote/quote.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { QuoteDetails } from '../../ports/quotes.ts';
import type { Result } from '../../shared/result.ts';
import type { InvalidRequest } from '../../shared/rules.ts';
import { findOne } from '../find-one.ts';

/** Finds one of the company's quotes. */
export type GetQuote = (query: {
  companyId: string;
  quoteId: string;
}) => Promise<Result<QuoteDetails, InvalidRequest | QuoteNotFound>>;

/** One quote of the company, with the same details as in the list of quotes. */
export const getQuote = ({ quoteQueries }: Pick<Dependencies, 'quoteQueries'>): GetQuote =>
  findOne('quoteId', 'quote_not_found', (companyId, id) => quoteQueries.find(companyId, id));
