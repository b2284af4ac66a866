import {
  cancellationCodeInFrench,
  dateOf,
  inFrench,
  type Cancellation,
  type ContractDetails,
  type LocalDate,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { Person } from '../access/person.ts';
import { holderLink, vehicleLink } from '../lists/people.ts';
import { day, francs, moment, period, status } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { notFound, papersSection } from './papers.ts';
import { timeline } from './timeline.ts';
import { button, waiting } from './waiting.ts';

export const contractPage: Route = {
  method: 'GET',
  path: '/contract/:id',
  answer: async ({ params, person }, dependencies) => {
    const { store, zone } = dependencies.ports;
    const id = params['id'] ?? '';
    const details = await store.contractQueries.inspect(id);
    if (!details) return notFound('contract_not_found');
    const { contract, certificateRequest: request, quote, vehicle, companyName, history } = details;
    const { certificate } = request;
    const [said, lastError, documentsError] = [
      request.concern?.why ?? request.refusal,
      request.due?.lastError,
      contract.documentsDue?.lastError,
    ].map((problem) => (problem ? inFrench(problem) : null));
    const isOpen = contract.cancelled === null && request.status !== 'issued';
    const isToAnnul = request.annulment === 'due' || request.annulment === 'manual';
    return {
      title: `Contrat ${contract.policyNumber}`,
      body: html`
        ${await waiting(dependencies, person, id)}
        <section>
          <dl>
            <dt>État</dt>
            <dd>
              ${contract.cancelled ? cancellation(contract.cancelled, zone) : status('contract', contract.status)}
            </dd>
            <dt>Période d’assurance</dt>
            <dd>${period(contract.startDate, contract.endDate)}</dd>
            <dt>Véhicule</dt>
            <dd>${vehicleLink(vehicle.id, vehicle.licencePlate)} <small>${vehicle.brand} ${vehicle.model}</small></dd>
            <dt>Souscripteur</dt>
            <dd>${holderLink(quote.policyholder)}</dd>
            <dt>Société</dt>
            <dd>${companyName}</dd>
            <dt>Formule</dt>
            <dd>${quote.coverage.name} <small>${quote.duration} mois</small></dd>
            <dt>Prime</dt>
            <dd>${francs(quote.premium.amount)}</dd>
            <dt>Paiement</dt>
            <dd><a href="/payment/${contract.paymentId}">Voir le paiement</a></dd>
            <dt>Attestation</dt>
            <dd>
              ${status('certificate', request.status)}
              ${certificate ? certificate.certificateNumber : request.due && html`<small>prochaine tentative le ${moment(request.due.at, zone)}</small>`}
              ${said !== null && html`<span class="why">${said}</span>`}
              ${lastError !== null && lastError !== said && html`<span class="why">${lastError}</span>`}
            </dd>
            ${
              contract.documentsDue &&
              html`<dt>Documents attendus</dt>
                <dd>
                  prochaine tentative le ${moment(contract.documentsDue.at, zone)}
                  <span class="why">${documentsError}</span>
                </dd>`
            }
          </dl>
          <div class="actions">
            ${isOpen && button(person, 'certificate retry', id)}
            ${contract.cancelled === null && request.status !== 'issued' && button(person, 'certificate attach', id)}
            ${request.attached && contract.documentsDue && button(person, 'certificate attach', id)}
            ${isToAnnul && button(person, 'certificate annulled', id)}
            ${cancelButton(person, details, dateOf(dependencies.ports.clock.now(), zone))}
          </div>
        </section>
        ${papersSection(person, contract)}
        ${contract.documents.certificateImage !== null && html`<p><img class="paper" src="/contract/${id}/certificate" alt="Attestation ${certificate?.certificateNumber}" /></p>`}
        ${timeline(history, zone)}
      `,
    };
  },
};

/**
 * A link to the form that cancels a contract. Absent if the contract is already cancelled. Also absent if the contract
 * has a certificate and its cover has ended.
 */
export const cancelButton = (
  person: Person,
  { contract, certificateRequest }: Pick<ContractDetails, 'contract' | 'certificateRequest'>,
  today: LocalDate,
): Html | undefined =>
  contract.cancelled || (certificateRequest.status === 'issued' && contract.endDate < today)
    ? undefined
    : button(person, 'contract cancel', contract.id);

const cancellation = ({ at, code, reason, lastDay, refund }: Cancellation, zone: TimeZone): Html => html`
  annulé le ${moment(at, zone)} (${cancellationCodeInFrench(code)}). Motif : ${reason}
  <span class="why">
    ${lastDay === null ? 'Aucun jour de garantie.' : html`Dernier jour de garantie : ${day(lastDay)}.`}
    ${refund === null ? 'Rien n’est remboursé.' : html`Remboursement : ${francs(refund.amount)}.`}
  </span>
`;
