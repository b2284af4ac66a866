import { chargedAmount, expectedFees, inFrench, type Contract } from '@vehicle-insurance/core';
import { holderLink, vehicleLink } from '../lists/people.ts';
import { failureText } from '../words/failures.ts';
import { francs, moment, phone, providerName, status } from '../words/format.ts';
import { html } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { papersSection } from './papers.ts';
import { differencesOf, differencesTable } from './statement.ts';
import { timeline } from './timeline.ts';
import { button, waiting } from './waiting.ts';

export const paymentPage: Route = {
  method: 'GET',
  path: '/payment/:id',
  answer: async ({ params, person }, dependencies) => {
    const { store, zone } = dependencies.ports;
    const id = params['id'] ?? '';
    const details = await store.paymentQueries.find(id);
    if (!details) return { title: failureText({ code: 'payment_not_found' }), body: html``, status: 404 };
    const { payment, refund, companyName, policyholder, vehicleId, licencePlate, policyNumber, history } = details;
    const { provider, session, due } = payment;
    const contract = policyNumber === null ? undefined : await contractOf(dependencies, id);
    // Explained discrepancies are included, because their debt may still be booked or repaid.
    const found = await differencesOf(dependencies, id);
    const differs = found.some(({ status }) => status !== 'settled');
    return {
      title: `Paiement de ${francs(chargedAmount(payment))}`,
      body: html`
        ${await waiting(dependencies, person, id)}
        <section>
          <dl>
            <dt>État</dt>
            <dd>${status('payment', payment.status)}</dd>
            <dt>Montant</dt>
            <dd>${francs(chargedAmount(payment))} <small>dont ${francs(payment.fees)} de frais de paiement</small></dd>
            <dt>Souscripteur</dt>
            <dd>${holderLink(policyholder)}</dd>
            <dt>Véhicule</dt>
            <dd>${vehicleLink(vehicleId, licencePlate)}</dd>
            <dt>Payeur</dt>
            <dd><a href="/search?q=${encodeURIComponent(phone(payment.payer))}">${phone(payment.payer)}</a></dd>
            <dt>Société</dt>
            <dd>${companyName}</dd>
            <dt>Devis</dt>
            <dd><a href="/search?q=${payment.quoteId}">Voir tous les paiements du devis</a></dd>
            ${
              contract &&
              html`<dt>Contrat</dt>
                <dd><a href="/contract/${contract.id}">${policyNumber}</a></dd>`
            }
            <dt>Opérateur de paiement</dt>
            <dd>
              ${providerName(provider)}
              <details>
                <summary>Références du paiement</summary>
                <p>N° de la demande : ${session?.id ?? 'inconnu'}</p>
                <p>Référence complète du paiement : ${payment.id}</p>
                <p>Référence sur la quittance : ${payment.id.slice(-8)}</p>
              </details>
            </dd>
            <dt>Créé le</dt>
            <dd>${moment(payment.created, zone)}</dd>
            ${
              payment.failureReason !== null &&
              html`<dt>Cause de l’échec</dt>
                <dd>${inFrench({ code: 'payment_failed', reason: payment.failureReason })}</dd>`
            }
            ${
              due &&
              html`<dt>Prochaine vérification</dt>
                <dd>
                  ${moment(due.at, zone)} ${due.lastError && html`<span class="why">${inFrench(due.lastError)}</span>`}
                </dd>`
            }
            <dt>Remboursement</dt>
            <dd>
              ${refund ? html`${francs(refund.amount)}, ${status('refund', refund.status)} ${refund.due && html`<small>prochaine tentative le ${moment(refund.due.at, zone)}</small> ${refund.due.lastError && html`<span class="why">${inFrench(refund.due.lastError)}</span>`}`}` : 'aucun'}
            </dd>
          </dl>
          <div class="actions">
            ${payment.status === 'pending' && button(person, 'payment close', id)}
            ${refund && button(person, 'payment refunded', id)}
            ${(refund?.status === 'done' || differs) && button(person, 'payment settle', id)}
          </div>
        </section>
        ${contract && papersSection(person, contract)}
        ${differencesTable(person, found, await expectedFees(dependencies.ports)(found))} ${timeline(history, zone)}
      `,
    };
  },
};

const contractOf = async (
  { ports: { store } }: Parameters<Route['answer']>[1],
  paymentId: string,
): Promise<Contract | undefined> => {
  const [found] = await store.lookUps.contracts(
    { ids: { from: paymentId, to: paymentId }, policyNumbers: [], licencePlate: null, phone: null, sessionId: '' },
    1,
  );
  return found && (await store.contractQueries.inspect(found.id))?.contract;
};
