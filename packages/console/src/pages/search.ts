import {
  dateOf,
  search,
  type Company,
  type ContractDetails,
  type Group,
  type Instant,
  type QuoteFound,
  type VehicleFound,
} from '@vehicle-insurance/core';
import { contractList } from '../lists/contract-list.ts';
import { listTable, type Column } from '../lists/list.ts';
import { paymentList } from '../lists/payment-list.ts';
import { clientLink, vehicleLink } from '../lists/people.ts';
import { age, number, phone, status } from '../words/format.ts';
import { html, type Html, type Value } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import type { Person } from '../access/person.ts';
import { cancelButton } from './contract.ts';
import { IS_ID } from './subjects.ts';

export const searchPage: Route = {
  method: 'GET',
  path: '/search',
  answer: async ({ query, person }, { ports }) => {
    const typed = (query.get('q') ?? '').trim();
    if (typed === '') return { title: 'Rechercher', body: HELP };
    const { store, zone, uncheckedClock } = ports;
    const { clients, contracts, payments, vehicles, companies } = await search(store)(typed);
    const now = uncheckedClock.now();
    const ageOf = (created: Instant): Html => age(created, now, zone);
    const contractsShown = { columns: [...contractList.columns, ...actionsFor(person)] };
    const groups = [
      group(clients, (found) => table('Clients', CLIENT, found.map(clientRow(ageOf)), CLIENT_LOOKS)),
      group(contracts, (found) => listTable(contractsShown, 'Contrats', found, ports)),
      group(payments, (found) => listTable(paymentList, 'Paiements', found, ports)),
      group(vehicles, (found) => table('Véhicules', VEHICLE, found.map(vehicleRow(ageOf)), VEHICLE_LOOKS)),
      group(companies, (found) => table('Sociétés', COMPANY, found.map(companyRow(ageOf)))),
    ].filter((each) => each !== null);
    const body = groups.length === 0 ? NOTHING : html`${groups}`;
    // Other pages link to a search for an id. Ids mean nothing to people, so the search field stays empty.
    if (IS_ID.test(typed) && groups.length > 0) return { title: 'Résultats', searched: '', body };
    return { title: `Résultats pour « ${typed} »`, body };
  },
};

const HELP = html`<p>Saisissez l’un de ces critères :</p>
  <ul>
    <li>le nom d’un client ou d’une société ;</li>
    <li>un numéro de téléphone, ou ses derniers chiffres ;</li>
    <li>tout ou partie d’une immatriculation ;</li>
    <li>un numéro de police, d’attestation ou de demande de paiement ;</li>
    <li>une référence de paiement, ou ses 8 derniers caractères.</li>
  </ul>
  <p>Les accents, les majuscules et l’ordre des mots ne comptent pas. La touche « / » mène au champ de recherche.</p>`;
const NOTHING = html`<p class="none">Aucun résultat. Vérifiez la saisie, ou essayez un autre critère.</p>
  ${HELP}`;

/** A table of the matches, with the number of further matches; null if nothing matches. */
const group = <Match>(
  { matches, more, isUncounted }: Group<Match>,
  tableOf: (matches: readonly Match[]) => Html,
): Html | null => {
  if (matches.length === 0) return null;
  const others = `${isUncounted ? 'Plus de ' : ''}${number(more)} autre${more > 1 ? 's résultats' : ' résultat'}`;
  return html`${tableOf(matches)} ${more > 0 && html`<p class="more">${others} : précisez la recherche.</p>`}`;
};

/** The column with the link that cancels a contract, the usual reason for a search. */
const actionsFor = (person: Person): readonly Column<ContractDetails>[] =>
  person.role === 'look'
    ? []
    : [
        {
          ...{ title: 'Action', width: 24, kind: 'text' },
          shown: (details, { now, zone }) => cancelButton(person, details, dateOf(now, zone)),
        },
      ];

type AgeOf = (created: Instant) => Html;

const CLIENT = ['Client', 'Téléphone', 'Immatriculation', 'Police', 'Société', 'Dernier devis'];
const CLIENT_LOOKS = ['text', 'code', 'code', 'code', 'text', 'code'] as const;
const clientRow =
  (ageOf: AgeOf) =>
  ({ policyholder, licencePlate, policyNumber, companyName, created }: QuoteFound): readonly Value[] => [
    clientLink(policyholder),
    policyholder.phone === null ? null : phone(policyholder.phone),
    licencePlate,
    policyNumber,
    companyName,
    ageOf(created),
  ];

const VEHICLE = ['Immatriculation', 'Véhicule', 'Dernier souscripteur', 'Dernière police', 'Société', 'Enregistrement'];
const VEHICLE_LOOKS = ['code', 'text', 'text', 'code', 'text', 'code'] as const;
const vehicleRow =
  (ageOf: AgeOf) =>
  (vehicle: VehicleFound): readonly Value[] => [
    vehicleLink(vehicle.id, vehicle.licencePlate),
    `${vehicle.brand} ${vehicle.model}`,
    vehicle.holderName,
    vehicle.contractId && html`<a href="/contract/${vehicle.contractId}">${vehicle.policyNumber}</a>`,
    vehicle.companyName,
    ageOf(vehicle.created),
  ];

const COMPANY = ['Société', 'État', 'Ajout'];
const companyRow =
  (ageOf: AgeOf) =>
  ({ id, name, enabled, created }: Company): readonly Value[] => [
    html`<a href="/company/${id}">${name}</a>`,
    status('company', enabled ? 'enabled' : 'disabled'),
    ageOf(created),
  ];
