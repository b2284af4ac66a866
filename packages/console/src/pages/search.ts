import { contractsCertified, namedFirst, readSearchTerms, type Hit, type LookUps } from '@vehicle-insurance/core';
import { day, francs, moment, phone, status } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** The maximum number of results of each kind, as in the command. */
const LIMIT = 20;

/** Finds payments and contracts by any search term, as the command does. */
export const searchPage: Route = {
  method: 'GET',
  path: '/search',
  answer: async ({ query }, { ports }) => {
    const typed = (query.get('q') ?? '').trim();
    return {
      title: 'Rechercher',
      body: html`
        <form method="get" action="/search" role="search">
          <label for="q"
            >Immatriculation, n° de police, téléphone, n° d’attestation, n° de la demande de paiement ou référence
            complète du paiement</label
          >
          <div class="line">
            <input id="q" name="q" type="search" value="${typed}" autocomplete="off" autofocus required />
            <button>Rechercher</button>
          </div>
        </form>
        ${typed !== '' && (await found(ports, typed))}
      `,
    };
  },
};

const found = async (ports: PageDependencies['ports'], typed: string): Promise<Html> => {
  const { store, zone } = ports;
  const term = readSearchTerms(typed);
  const idsOf = async (find: LookUps[keyof LookUps]): Promise<readonly string[]> =>
    namedFirst(await find(term, LIMIT)).map(({ id }: Hit) => id);
  const [paymentIds, contractIds] = await Promise.all([idsOf(store.lookUps.payments), idsOf(store.lookUps.contracts)]);
  const payments = await store.paymentQueries.list({ ids: paymentIds }, LIMIT);
  const contracts = await store.contractQueries.list(
    { ids: [...new Set([...contractIds, ...(await contractsCertified(ports)(typed))])] },
    LIMIT,
  );
  if (payments.length + contracts.length === 0)
    return html`<p class="none">Aucun résultat pour « ${typed} ». Vérifiez la saisie, ou essayez un autre critère.</p>`;
  return html`
    ${table(
      'Contrats',
      ['Police', 'Souscripteur', 'Véhicule', 'Prime', 'Société', 'État', 'Attestation', 'Du', 'Au'],
      contracts.map(({ contract, quote, vehicle, companyName, certificateRequest }) => [
        html`<a href="/contract/${contract.id}">${contract.policyNumber}</a>`,
        quote.policyholder.name,
        vehicle.licencePlate,
        francs(quote.premium.amount),
        companyName,
        contract.cancelled ? 'annulé' : status('contract', contract.status),
        status('certificate', certificateRequest.status),
        day(contract.startDate),
        day(contract.endDate),
      ]),
    )}
    ${table(
      'Paiements',
      ['Créé le', 'Souscripteur', 'Véhicule', 'Payeur', 'Montant', 'État', 'Remboursement', 'Société'],
      payments.map(({ payment, refund, companyName, policyholder, licencePlate }) => [
        html`<a href="/payment/${payment.id}">${moment(payment.created, zone)}</a>`,
        policyholder.name,
        licencePlate,
        phone(payment.payer),
        francs(payment.amount + payment.fees),
        status('payment', payment.status),
        refund && status('refund', refund.status),
        companyName,
      ]),
    )}
  `;
};
