import { Err, holderKeys, Ok, type Quotes } from '@vehicle-insurance/core';
import type { Builder } from '../tables/builder.ts';
import { fromQuote, toQuote } from '../tables/quote.ts';
import { columnsOf } from '../tables/selection.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import { numberedList } from '../companies/numbered-list.ts';

export const quotes = (builder: Builder) => {
  const addToList = numberedList(builder, 'quote', 'quotes');
  const withId = ({ companyId, id }: CompanyAndId) =>
    builder.selectFrom('quote').select(columnsOf('quote')).where('companyId', '=', companyId).where('id', '=', id);
  const find = statement('find quote', withId);
  /** Excludes other locks on the quote, but does not block inserts of rows that refer to the quote. */
  const lock = statement('lock quote', (given: CompanyAndId) => withId(given).forNoKeyUpdate());
  const found = async (session: Session, by: typeof find, companyId: string, id: string) => {
    const [row] = areIds(companyId, id) ? await session.run(by({ companyId, id })) : [];
    const quote = row && toQuote(row);
    if (quote) session.quotes.set(id, quote);
    return quote;
  };
  return (session: Session): Quotes => ({
    find: async (companyId, id) => {
      const known = session.quotes.get(id);
      return known?.companyId === companyId ? known : found(session, find, companyId, id);
    },
    lock: (companyId, id) => found(session, lock, companyId, id),
    add: async (quote, answer) => {
      // If the quote exists, the primary key rejects the insert. Only a retry looks up the quote.
      if (session.isRunAgain && (await found(session, find, quote.companyId, quote.id)))
        return Err({ code: 'quote_already_exists' });
      await addToList(session, { ...fromQuote(quote), searchKeys: holderKeys(quote.policyholder) }, answer);
      return Ok(quote);
    },
  });
};
