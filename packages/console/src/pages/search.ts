import {
  chargedAmount,
  search,
  type Company,
  type ContractDetails,
  type Group,
  type Instant,
  type PaymentDetails,
  type QuoteFound,
  type VehicleFound,
} from '@vehicle-insurance/core';
import { age, day, francs, number, phone, status } from '../words/format.ts';
import { html, type Html, type Value } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';

/** Shows everything that a text can mean. Every page has the field. */
export const searchPage: Route = {
  method: 'GET',
  path: '/search',
  answer: async ({ query }, { ports }) => {
    const typed = (query.get('q') ?? '').trim();
    if (typed === '') return { title: 'Rechercher', body: HELP };
    const { store, zone, uncheckedClock } = ports;
    const { clients, contracts, payments, vehicles, companies } = await search(store)(typed);
    const now = uncheckedClock.now();
    const ageOf = (created: Instant): Html => age(created, now, zone);
    const groups = [
      group('Clients', CLIENT, clients, clientRow(ageOf)),
      group('Contrats', CONTRACT, contracts, contractRow(ageOf)),
      group('Paiements', PAYMENT, payments, paymentRow(ageOf)),
      group('Véhicules', VEHICLE, vehicles, vehicleRow(ageOf)),
      group('Sociétés', COMPANY, companies, companyRow(ageOf)),
    ].filter((each) => each !== null);
    return { title: `Résultats pour « ${typed} »`, body: groups.length === 0 ? NOTHING : html`${groups}` };
  },
};

const HELP = html`<p>
  Saisissez un nom, un téléphone ou ses derniers chiffres, une partie d’une plaque, un n° de police, d’attestation ou de
  demande, une référence de paiement ou ses 8 derniers caractères, ou le nom d’une société. Les accents, les majuscules
  et l’ordre des mots ne comptent pas. La touche « / » mène au champ de recherche.
</p>`;
const NOTHING = html`<p class="none">Aucun résultat. Vérifiez la saisie, ou essayez un autre critère.</p>
  ${HELP}`;

/** A table of the matches, and how many more there are; null if there are none. */
const group = <Match>(
  title: string,
  headings: readonly string[],
  { matches, more, isUncounted }: Group<Match>,
  row: (match: Match) => readonly Value[],
): Html | null => {
  if (matches.length === 0) return null;
  const others = `${isUncounted ? 'Plus de ' : ''}${number(more)} autre${more > 1 ? 's' : ''}`;
  return html`${table(title, headings, matches.map(row))}
  ${more > 0 && html`<p class="more">${others} : précisez la recherche.</p>`}`;
};

type AgeOf = (created: Instant) => Html;

const CLIENT = ['Client', 'Téléphone', 'Véhicule', 'Police', 'Société', 'Dernier devis'];
/** The link searches for the person alone. */
const clientRow =
  (ageOf: AgeOf) =>
  ({ policyholder, licencePlate, policyNumber, companyName, created }: QuoteFound): readonly Value[] => [
    html`<a href="/search?q=${encodeURIComponent([policyholder.name, policyholder.phone?.slice(-10)].join(' ').trim())}"
      >${policyholder.name}</a
    >`,
    policyholder.phone === null ? null : phone(policyholder.phone),
    licencePlate,
    policyNumber,
    companyName,
    ageOf(created),
  ];

const CONTRACT = [
  ...['Police', 'Souscripteur', 'Véhicule', 'Prime', 'État', 'Attestation', 'Du', 'Au', 'Société', 'Créé'],
];
const contractRow =
  (ageOf: AgeOf) =>
  ({ contract, quote, vehicle, companyName, certificateRequest }: ContractDetails): readonly Value[] => [
    html`<a href="/contract/${contract.id}">${contract.policyNumber}</a>`,
    quote.policyholder.name,
    vehicle.licencePlate,
    francs(quote.premium.amount),
    contract.cancelled ? 'annulé' : status('contract', contract.status),
    status('certificate', certificateRequest.status),
    day(contract.startDate),
    day(contract.endDate),
    companyName,
    ageOf(contract.created),
  ];

const PAYMENT = [
  ...['Paiement', 'Souscripteur', 'Véhicule', 'Payeur', 'Police', 'État', 'Remboursement', 'Société', 'Créé'],
];
const paymentRow =
  (ageOf: AgeOf) =>
  (details: PaymentDetails): readonly Value[] => {
    const { payment, refund, companyName, policyholder, licencePlate, policyNumber } = details;
    return [
      html`<a href="/payment/${payment.id}">${francs(chargedAmount(payment))}</a>`,
      policyholder.name,
      licencePlate,
      phone(payment.payer),
      policyNumber,
      status('payment', payment.status),
      refund && status('refund', refund.status),
      companyName,
      ageOf(payment.created),
    ];
  };

const VEHICLE = ['Véhicule', 'Modèle', 'Dernier souscripteur', 'Dernière police', 'Société', 'Enregistré'];
/** A vehicle has no page of its own. */
const vehicleRow =
  (ageOf: AgeOf) =>
  (vehicle: VehicleFound): readonly Value[] => [
    vehicle.licencePlate,
    `${vehicle.brand} ${vehicle.model}`,
    vehicle.holderName,
    vehicle.contractId && html`<a href="/contract/${vehicle.contractId}">${vehicle.policyNumber}</a>`,
    vehicle.companyName,
    ageOf(vehicle.created),
  ];

const COMPANY = ['Société', 'État', 'Créé'];
const companyRow =
  (ageOf: AgeOf) =>
  ({ id, name, enabled, created }: Company): readonly Value[] => [
    html`<a href="/company/${id}">${name}</a>`,
    status('company', enabled ? 'enabled' : 'disabled'),
    ageOf(created),
  ];
