import {
  readSearchTerms,
  type ContractDetails,
  type QuoteFilter,
  type VehicleListFilter,
} from '@vehicle-insurance/core';
import { contractList } from '../lists/contract-list.ts';
import { afterIn, hrefAfter, listTable, type Column } from '../lists/list.ts';
import { paymentList } from '../lists/payment-list.ts';
import { quoteList } from '../lists/quote-list.ts';
import { vehicleList } from '../lists/vehicle-list.ts';
import { phone, vehicleType } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Page, Route } from '../web/route.ts';
import { paperLinks, storedFile } from './papers.ts';

type Ports = PageDependencies['ports'];

const QUOTES = 50;
/** Usually suffices for `QUOTES` quotes, because most quotes are paid at the first or second attempt. */
const PAYMENTS = 200;

const PAPERS: Column<ContractDetails> = {
  ...{ title: 'Documents', width: 24, kind: 'text' },
  shown: ({ contract }) => html`${paperLinks(contract).map((link) => html`${link} `)}`,
};
const WITH_PAPERS = { columns: [...contractList.columns, PAPERS] };

const NOT_FOUND: Page = {
  title: 'Filtre non valable',
  status: 400,
  body: html`<p><a href="/quotes">Retour aux devis</a></p>`,
};

/** A page of quotes, newest first, with their contracts, documents, payments and vehicles. */
const everythingOf = async (
  ports: Ports,
  query: URLSearchParams,
  filter: QuoteFilter,
  path: string,
): Promise<{ readonly names: readonly string[]; readonly body: Html } | undefined> => {
  const { store } = ports;
  const after = afterIn(query);
  if (after === null) return undefined;
  const found = await store.quoteQueries.list({ ...filter, after }, QUOTES + 1);
  const quotes = found.slice(0, QUOTES);
  const last = quotes.at(-1);
  const ids = quotes.flatMap(({ contractId }) => (contractId === null ? [] : [contractId]));
  const vehicles: VehicleListFilter = { ids: [...new Set(quotes.map(({ vehicle }) => vehicle.id))] };
  const [contracts, payments, insured] = await Promise.all([
    store.contractQueries.list({ ids }, QUOTES),
    paymentList.read(store, { quotes: quotes.map(({ quote }) => quote) }, PAYMENTS),
    filter.vehicleId === undefined ? store.vehicleQueries.list(vehicles, QUOTES) : [],
  ]);
  return {
    names: [...new Set(quotes.map(({ quote }) => quote.policyholder.name))],
    body: html`
      ${listTable(WITH_PAPERS, 'Contrats', contracts, ports)} ${listTable(paymentList, 'Paiements', payments, ports)}
      ${listTable(quoteList, 'Devis', quotes, ports)}
      ${filter.vehicleId === undefined && listTable(vehicleList, 'Véhicules', insured, ports)}
      <div class="actions">
        ${after && html`<a class="button quiet" href="${path}">Devis les plus récents</a>`}
        ${found.length > QUOTES && last && html`<a class="button quiet" href="${hrefAfter(path, new URLSearchParams(), quoteList.placeOf(last, {}))}">Devis plus anciens</a>`}
      </div>
    `,
  };
};

/** Everything about a client, over all companies. The phone number identifies the client. */
export const clientPage: Route = {
  method: 'GET',
  path: '/client/:phone',
  answer: async ({ params, query }, { ports }): Promise<Page> => {
    const { phone: number } = readSearchTerms(params['phone'] ?? '');
    if (number === null) return { title: 'Numéro de téléphone non valable', body: html``, status: 404 };
    const path = `/client/${encodeURIComponent(number)}`;
    const found = await everythingOf(ports, query, { policyholderPhone: number }, path);
    if (!found) return NOT_FOUND;
    const [name, ...others] = found.names;
    return {
      title: name === undefined ? `Client ${phone(number)}` : `${name}, ${phone(number)}`,
      body: html`
        ${others.length > 0 && html`<p>Ce numéro figure aussi sur des devis au nom de : ${others.join(', ')}.</p>`}
        ${name === undefined && html`<p class="none">Aucun devis pour ce numéro.</p>`} ${found.body}
      `,
    };
  },
};

const NO_VEHICLE: Page = { title: 'Véhicule introuvable', body: html``, status: 404 };

export const registrationFile: Route = {
  method: 'GET',
  path: '/vehicle/:id/registration',
  answer: async ({ params }, { ports }) => {
    const [listed] = await ports.store.vehicleQueries.list({ ids: [params['id'] ?? ''] }, 1);
    const { registrationDocument = null, licencePlate = '' } = listed?.vehicle ?? {};
    return registrationDocument === null
      ? { ...NO_VEHICLE, title: 'Carte grise introuvable' }
      : storedFile(ports, registrationDocument, `carte-grise-${licencePlate}`);
  },
};

export const vehiclePage: Route = {
  method: 'GET',
  path: '/vehicle/:id',
  answer: async ({ params, query }, { ports }): Promise<Page> => {
    const id = params['id'] ?? '';
    const [listed] = await ports.store.vehicleQueries.list({ ids: [id] }, 1);
    if (!listed) return NO_VEHICLE;
    const { vehicle, companyName } = listed;
    const { companyId, licencePlate, brand, model, year, type } = vehicle;
    const found = await everythingOf(ports, query, { companyId, vehicleId: id }, `/vehicle/${id}`);
    if (!found) return NOT_FOUND;
    return {
      title: `Véhicule ${licencePlate}`,
      body: html`
        <section>
          <dl>
            <dt>Marque et modèle</dt>
            <dd>${brand} ${model} <small>${vehicleType(type)}, ${String(year)}</small></dd>
            <dt>Société</dt>
            <dd><a href="/company/${companyId}">${companyName}</a></dd>
            <dt>Carte grise</dt>
            <dd>
              ${vehicle.registrationDocument === null ? 'non fournie' : html`<a href="/vehicle/${id}/registration" target="_blank">Ouvrir la carte grise</a>`}
            </dd>
            <dt>Autres sociétés</dt>
            <dd><a href="/search?q=${encodeURIComponent(licencePlate)}">Rechercher cette immatriculation</a></dd>
          </dl>
        </section>
        ${found.body}
      `,
    };
  },
};
