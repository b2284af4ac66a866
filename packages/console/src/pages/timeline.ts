import { inFrench, type Change, type TimeZone } from '@vehicle-insurance/core';
import { authorHtml } from '../words/author.ts';
import { moment, status } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';

const WHAT: Readonly<Record<Change['what'], string>> = {
  payment: 'Paiement',
  refund: 'Remboursement',
  contract: 'Contrat',
  certificate: 'Attestation',
  company: 'Société',
  key: 'Clé',
};

/** Whether an audit entry records the contract's cancellation. The contract's status does not change then. */
const isCancellation = (what: Change['what'], evidence: Change['evidence']): boolean =>
  what === 'contract' && typeof evidence === 'object' && evidence !== null && 'cancelled' in evidence;

/** A history in chronological order, with the evidence of each entry. */
export const timeline = (history: readonly Change[], zone: TimeZone): Html => html`
  <section>
    <h2>Historique</h2>
    <ol class="timeline">
      ${history.map(
        ({ at, what, from, to, why, evidence, ...author }) => html`
          <li>
            <p>
              <small>${moment(at, zone)}</small>
              <strong>${WHAT[what]} :</strong>
              ${isCancellation(what, evidence) ? 'annulé' : from === null || from === to ? status(what, to) : `${status(what, from)} → ${status(what, to)}`}
            </p>
            <p>${inFrench(why)} ${author.by !== undefined && html`<small>– ${authorHtml(author)}</small>`}</p>
            ${
              evidence &&
              html`<details>
                <summary>Détails techniques, pour l’administrateur</summary>
                <pre>${JSON.stringify(evidence, null, 2)}</pre>
              </details>`
            }
          </li>
        `,
      )}
    </ol>
  </section>
`;
