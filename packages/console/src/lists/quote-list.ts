import { dateOf, type ListedQuote, type QuoteFilter } from '@vehicle-insurance/core';
import { day, francs, status } from '../words/format.ts';
import { choice } from '../web/choice.ts';
import { html } from '../web/html.ts';
import { createdIn, oneIn, type List } from './list.ts';
import { HOLDER_AND_PLATE, since } from './people.ts';

const STATES = { paid: 'avec contrat', unpaid: 'sans contrat' } as const;

/** The quote's state. For a paid quote, the state of its contract. */
const stateOf = ({ status: state, isCancelled, contractId }: ListedQuote): string =>
  `${contractId === null ? '' : 'contrat : '}${isCancelled ? 'annulé' : status('quote', state)}`;

export const quoteList: List<ListedQuote, QuoteFilter> = {
  path: '/quotes',
  title: 'Devis',
  columns: [
    {
      ...{ title: 'Créé le', width: 14, kind: 'day' },
      shown: ({ quote }, today) => since(quote.created, today),
      cell: ({ quote }, zone) => dateOf(quote.created, zone),
    },
    ...HOLDER_AND_PLATE,
    {
      ...{ title: 'Formule', width: 24, kind: 'text' },
      shown: ({ quote }) => html`${quote.coverage.name} <small>${quote.duration} mois</small>`,
      cell: ({ quote }) => quote.coverage.name,
    },
    { title: 'Durée (mois)', width: 12, kind: 'text', cell: ({ quote }) => quote.duration },
    {
      ...{ title: 'Prime', width: 14, kind: 'francs' },
      shown: ({ quote }) => francs(quote.premium.amount),
      cell: ({ quote }) => quote.premium.amount,
    },
    {
      ...{ title: 'Effet demandé', width: 14, kind: 'day' },
      shown: ({ quote }) => day(quote.startDate),
      cell: ({ quote }) => quote.startDate,
    },
    {
      ...{ title: 'État', width: 20, kind: 'text' },
      shown: (listed) =>
        listed.contractId === null
          ? stateOf(listed)
          : html`<a href="/contract/${listed.contractId}">${stateOf(listed)}</a>`,
      cell: stateOf,
    },
    {
      ...{ title: 'Société', width: 28, kind: 'text' },
      shown: ({ companyName }) => companyName,
      cell: ({ companyName }) => companyName,
    },
  ],
  filterIn: (query, today) => {
    const state = oneIn(query, 'state', Object.keys(STATES) as readonly (keyof typeof STATES)[]);
    const created = createdIn(query, today);
    return state === null || created === null ? undefined : { ...created, isPaid: state && state === 'paid' };
  },
  fields: (query) => choice('Devis', 'state', 'Tous', Object.entries(STATES), query.get('state')),
  read: ({ quoteQueries }, filter, limit) => quoteQueries.list(filter, limit),
  placeOf: ({ quote }) => ({ value: quote.created, id: quote.id }),
};
