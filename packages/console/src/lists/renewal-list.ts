import { addDays, dateOf, daysBetween, type ContractDetails, type ContractFilter } from '@vehicle-insurance/core';
import { choice } from '../web/choice.ts';
import { html } from '../web/html.ts';
import { day, francs } from '../words/format.ts';
import { companyIn, daysIn, oneIn, type List } from './list.ts';
import { HOLDER_AND_PLATE } from './people.ts';

interface Ending extends ContractDetails {
  /** Whether the vehicle has another contract that ends later and is not cancelled. */
  readonly isRenewed: boolean;
}

/** The values of `within`, in days. */
const WITHIN = ['7', '15', '30', '60'] as const;
/** The default of `within`. */
const USUAL = '30';

const RENEWED = { no: 'non renouvelés', yes: 'renouvelés' } as const;

const AHEAD = new Intl.RelativeTimeFormat('fr', { numeric: 'auto' });

/** Contracts of all companies that end soon or on the chosen days, earliest end first. Excludes cancelled contracts. */
export const renewalList: List<Ending, ContractFilter> = {
  path: '/renewals',
  title: 'Renouvellements',
  columns: [
    {
      ...{ title: 'Échéance', width: 14, kind: 'day' },
      shown: ({ contract }, { now, zone }) =>
        html`${day(contract.endDate)}
          <small>${AHEAD.format(daysBetween(dateOf(now, zone), contract.endDate), 'day')}</small>`,
      cell: ({ contract }) => contract.endDate,
    },
    ...HOLDER_AND_PLATE,
    { title: 'Véhicule', width: 28, kind: 'text', cell: ({ vehicle }) => `${vehicle.brand} ${vehicle.model}` },
    {
      ...{ title: 'Police', width: 24, kind: 'text' },
      shown: ({ contract }) => html`<a href="/contract/${contract.id}">${contract.policyNumber}</a>`,
      cell: ({ contract }) => contract.policyNumber,
    },
    {
      ...{ title: 'Formule', width: 24, kind: 'text' },
      shown: ({ quote }) => html`${quote.coverage.name} <small>${quote.duration} mois</small>`,
      cell: ({ quote }) => quote.coverage.name,
    },
    {
      ...{ title: 'Prime', width: 14, kind: 'francs' },
      shown: ({ quote }) => francs(quote.premium.amount),
      cell: ({ quote }) => quote.premium.amount,
    },
    {
      ...{ title: 'Société', width: 28, kind: 'text' },
      shown: ({ companyName }) => companyName,
      cell: ({ companyName }) => companyName,
    },
    {
      ...{ title: 'Renouvelé', width: 12, kind: 'text' },
      shown: ({ isRenewed }) => (isRenewed ? 'oui' : 'non'),
      cell: ({ isRenewed }) => (isRenewed ? 'oui' : 'non'),
    },
  ],
  filterIn: (query, { now, zone }) => {
    const within = oneIn(query, 'within', WITHIN);
    const renewed = oneIn(query, 'renewed', ['no', 'yes']);
    const [days, companyId, today] = [daysIn(query), companyIn(query), dateOf(now, zone)];
    if (within === null || renewed === null || days === null || companyId === null) return undefined;
    const { from = today, until = addDays(from, Number(within ?? USUAL)) } = days;
    const isRenewed = renewed && renewed === 'yes';
    return { companyId, order: 'endDate', endDate: { from, until }, cancelled: false, renewed: isRenewed };
  },
  fields: (query) => html`
    ${choice(
      'Échéance d’ici',
      'within',
      undefined,
      WITHIN.map((each) => [each, `${each} jours`] as const),
      query.get('within') ?? USUAL,
    )}
    ${choice('Renouvellement', 'renewed', 'Tous', Object.entries(RENEWED), query.get('renewed'))}
  `,
  read: async ({ contractQueries }, filter, limit) => {
    const found = await contractQueries.list(filter, limit);
    const renewed =
      filter.renewed === undefined
        ? await contractQueries.list({ ids: found.map(({ contract }) => contract.id), renewed: true }, limit)
        : filter.renewed
          ? found
          : [];
    const ids = new Set(renewed.map(({ contract }) => contract.id));
    return found.map((details) => ({ ...details, isRenewed: ids.has(details.contract.id) }));
  },
  placeOf: ({ contract }) => ({ value: contract.endDate, id: contract.id }),
};
