import {
  chargedAmount,
  dateOf,
  paymentMachine,
  refundMachine,
  statesOf,
  type PaymentDetails,
  type PaymentFilter,
  type Place,
} from '@vehicle-insurance/core';
import { francs, phone, providerName, status } from '../words/format.ts';
import { choice } from '../web/choice.ts';
import { html } from '../web/html.ts';
import { createdIn, oneIn, type List } from './list.ts';
import { holderLink, since, vehicleLink } from './people.ts';

const STATES = statesOf(paymentMachine);
const REFUNDS = statesOf(refundMachine);

const stateOf = ({ payment }: PaymentDetails): string => status('payment', payment.status);
const refundOf = ({ refund }: PaymentDetails): string => (refund ? status('refund', refund.status) : '');

/** The sort position of a payment. In a list filtered by refund, the refund's position. */
const placeOf = ({ payment, refund }: PaymentDetails, filter: PaymentFilter): Place => {
  const { created: value, id } = (filter.refund !== undefined && refund) || payment;
  return { value, id };
};

/** The list of the payments of all companies. */
export const paymentList: List<PaymentDetails, PaymentFilter> = {
  path: '/payments',
  title: 'Paiements',
  columns: [
    {
      ...{ title: 'Créé le', width: 14, kind: 'day' },
      shown: ({ payment: { id, created } }, today) => html`<a href="/payment/${id}">${since(created, today)}</a>`,
      cell: ({ payment }, zone) => dateOf(payment.created, zone),
    },
    {
      ...{ title: 'Souscripteur', width: 32, kind: 'text' },
      shown: ({ policyholder }) => holderLink(policyholder),
      cell: ({ policyholder }) => policyholder.name,
    },
    { title: 'Téléphone', width: 18, kind: 'text', cell: ({ policyholder }) => policyholder.phone ?? '' },
    {
      ...{ title: 'Immatriculation', width: 16, kind: 'text' },
      shown: ({ vehicleId, licencePlate }) => vehicleLink(vehicleId, licencePlate),
      cell: ({ licencePlate }) => licencePlate,
    },
    {
      ...{ title: 'Payeur', width: 18, kind: 'text' },
      shown: ({ payment }) => phone(payment.payer),
      cell: ({ payment }) => payment.payer,
    },
    {
      ...{ title: 'Montant', width: 14, kind: 'francs' },
      shown: ({ payment }) => francs(chargedAmount(payment)),
      cell: ({ payment }) => chargedAmount(payment),
    },
    { title: 'Dont frais', width: 14, kind: 'francs', cell: ({ payment }) => payment.fees },
    { title: 'État', width: 16, kind: 'text', shown: stateOf, cell: stateOf },
    { title: 'Remboursement', width: 22, kind: 'text', shown: (row) => refundOf(row) || null, cell: refundOf },
    {
      ...{ title: 'Opérateur de paiement', width: 20, kind: 'text' },
      shown: ({ payment }) => providerName(payment.provider),
      cell: ({ payment }) => providerName(payment.provider),
    },
    {
      ...{ title: 'Police', width: 20, kind: 'text' },
      shown: ({ policyNumber }) => policyNumber,
      cell: ({ policyNumber }) => policyNumber ?? '',
    },
    {
      ...{ title: 'Société', width: 28, kind: 'text' },
      shown: ({ companyName }) => companyName,
      cell: ({ companyName }) => companyName,
    },
    { title: 'Référence complète du paiement', width: 38, kind: 'text', cell: ({ payment }) => payment.id },
  ],
  filterIn: (query, today) => {
    const [state, refund] = [oneIn(query, 'state', STATES), oneIn(query, 'refund', REFUNDS)];
    const created = createdIn(query, today);
    return state === null || refund === null || created === null ? undefined : { ...created, status: state, refund };
  },
  fields: (query) => html`
    ${choice(
      'État',
      'state',
      'Tous',
      STATES.map((each) => [each, status('payment', each)] as const),
      query.get('state'),
    )}
    ${choice(
      'Remboursement',
      'refund',
      'Tous',
      REFUNDS.map((each) => [each, status('refund', each)] as const),
      query.get('refund'),
    )}
  `,
  read: async ({ paymentQueries }, filter, limit) => {
    const read = await paymentQueries.list(filter, limit);
    const textOf = (row: PaymentDetails): string => Object.values(placeOf(row, filter)).join(' ');
    return read.toSorted((one, other) => (textOf(one) < textOf(other) ? 1 : -1));
  },
  placeOf,
};
