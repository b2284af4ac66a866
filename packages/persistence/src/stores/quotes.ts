import type { Quote, Quotes } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromQuote, toQuote, type QuoteRow } from '../rows/quote.ts';
import type { Session } from '../session.ts';
import { takeOrdinal } from './ordinals.ts';

/** Excludes other locks on the quote, and does not block inserts of rows that refer to it. */
const HOLD = 'for no key update';

export const quotes = (session: Session): Quotes => {
  const find = async (companyId: string, id: string, hold: typeof HOLD | '' = ''): Promise<Quote | undefined> => {
    if (!areIds(companyId, id)) return undefined;
    const [row] = await session.query<QuoteRow>(`select * from quote where company_id = $1 and id = $2 ${hold}`, [
      companyId,
      id,
    ]);
    return row && toQuote(row);
  };
  return {
    find: (companyId, id) => find(companyId, id),
    lock: (companyId, id) => find(companyId, id, HOLD),
    add: async (quote) => {
      const ordinal = await takeOrdinal(session, 'quotes', quote.companyId);
      await session.insert('quote', { ...fromQuote(quote), ordinal });
    },
  };
};
