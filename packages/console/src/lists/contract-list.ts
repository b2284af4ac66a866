import {
  addDays,
  dateOf,
  inFrench,
  type ContractDetails,
  type ContractFilter,
  type ContractOrder,
  type ContractStatus,
} from '@vehicle-insurance/core';
import { day, francs, status } from '../words/format.ts';
import { choice } from '../web/choice.ts';
import { html, type Html } from '../web/html.ts';
import { companyIn, createdIn, daysIn, oneIn, type List } from './list.ts';
import { HOLDER_AND_PLATE, since } from './people.ts';

const STATES = ['pending', 'started', 'expired', 'cancelled'] as const satisfies readonly (
  | ContractStatus
  | 'cancelled'
)[];

const ORDERS: Readonly<Record<ContractOrder, string>> = {
  created: 'Date de création',
  startDate: 'Date d’effet',
  endDate: 'Date d’échéance',
};

const stateOf = ({ contract }: ContractDetails): string =>
  contract.cancelled ? 'annulé' : status('contract', contract.status);

/** The certificate's state and, if the certificate is not issued, the reason. */
const certificateOf = ({ certificateRequest: { status: state, concern, refusal, due } }: ContractDetails): Html => {
  const why = state === 'issued' ? null : (concern?.why ?? refusal ?? due?.lastError);
  return html`${status('certificate', state)} ${why && html`<small>${inFrench(why)}</small>`}`;
};

/** The maximum of `within`, in days: ten years. */
const FARTHEST = 3_650;

/** The filter for contracts whose last day of cover is within this number of days. Excludes cancelled contracts. */
export const endingWithin = (days: number, today: ReturnType<typeof dateOf>) =>
  ({ order: 'endDate', endDate: { from: today, until: addDays(today, days) }, cancelled: false }) as const;

/** The list of the contracts of all companies. */
export const contractList: List<ContractDetails, ContractFilter> = {
  path: '/contracts',
  title: 'Contrats',
  columns: [
    {
      ...{ title: 'Police', width: 20, kind: 'text' },
      shown: ({ contract }) => html`<a href="/contract/${contract.id}">${contract.policyNumber}</a>`,
      cell: ({ contract }) => contract.policyNumber,
    },
    ...HOLDER_AND_PLATE,
    { title: 'Véhicule', width: 28, kind: 'text', cell: ({ vehicle }) => `${vehicle.brand} ${vehicle.model}` },
    { title: 'Formule', width: 24, kind: 'text', cell: ({ quote }) => quote.coverage.name },
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
    { title: 'État', width: 16, kind: 'text', shown: stateOf, cell: stateOf },
    {
      ...{ title: 'Attestation', width: 16, kind: 'text' },
      shown: certificateOf,
      cell: ({ certificateRequest }) => status('certificate', certificateRequest.status),
    },
    {
      ...{ title: 'N° d’attestation', width: 20, kind: 'text' },
      cell: ({ certificateRequest }) => certificateRequest.certificate?.certificateNumber ?? '',
    },
    {
      ...{ title: 'Effet', width: 14, kind: 'day' },
      shown: ({ contract }) => day(contract.startDate),
      cell: ({ contract }) => contract.startDate,
    },
    {
      ...{ title: 'Échéance', width: 14, kind: 'day' },
      shown: ({ contract }) => day(contract.endDate),
      cell: ({ contract }) => contract.endDate,
    },
    {
      ...{ title: 'Créé le', width: 14, kind: 'day' },
      shown: ({ contract }, today) => since(contract.created, today),
      cell: ({ contract }, zone) => dateOf(contract.created, zone),
    },
  ],
  filterIn: (query, today) => {
    const [state, by] = [
      oneIn(query, 'state', STATES),
      oneIn(query, 'by', Object.keys(ORDERS) as readonly ContractOrder[]),
    ];
    const [days, companyId, within] = [daysIn(query), companyIn(query), query.get('within') ?? ''];
    const isWithin = /^\d{1,4}$/.test(within) && Number(within) <= FARTHEST;
    if (state === null || by === null || days === null || companyId === null || !(isWithin || within === ''))
      return undefined;
    const chosen = {
      companyId,
      status: state === 'cancelled' ? undefined : state,
      cancelled: state && state === 'cancelled',
    };
    const now = dateOf(today.now, today.zone);
    if (isWithin) return { ...chosen, ...endingWithin(Number(within), now), cancelled: state === 'cancelled' };
    if (by === 'startDate') return { ...chosen, order: by, startDate: days };
    // Without a start day, contracts that ended years ago would come first.
    if (by === 'endDate') return { ...chosen, order: by, endDate: days.from ? days : { ...days, from: now } };
    const created = createdIn(query, today);
    return created === null ? undefined : { ...chosen, ...created };
  },
  fields: (query) => html`
    ${choice(
      'État',
      'state',
      'Tous',
      STATES.map((each) => [each, each === 'cancelled' ? 'annulé' : status('contract', each)] as const),
      query.get('state'),
    )}
    <label
      >Échéance sous (jours)
      <input type="number" name="within" min="0" max="${String(FARTHEST)}" value="${query.get('within')}"
    /></label>
    ${choice('Trier et filtrer par', 'by', undefined, Object.entries(ORDERS), query.get('by'))}
  `,
  read: ({ contractQueries }, filter, limit) => contractQueries.list(filter, limit),
  placeOf: ({ contract }, { order = 'created' }) => ({ value: contract[order], id: contract.id }),
};
