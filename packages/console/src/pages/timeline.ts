import { inFrench, type Change, type TimeZone } from '@vehicle-insurance/core';
import { authorShown } from '../words/author.ts';
import { certificateStatus, moment, status } from '../words/shown.ts';
import { html, type Html } from '../web/html.ts';

const WHAT: Readonly<Record<Change['what'], string>> = {
  payment: 'Paiement',
  refund: 'Remboursement',
  contract: 'Contrat',
  certificate: 'Attestation',
  company: 'Société',
  key: 'Clé',
};

const named = (what: Change['what'], state: string): string =>
  what === 'certificate' ? certificateStatus(state) : status(state);

/** A history in order of time, with the evidence of each line. */
export const timeline = (history: readonly Change[], zone: TimeZone): Html => html`
  <section>
    <h2>Histoire</h2>
    <ol class="timeline">
      ${history.map(
        ({ at, what, from, to, why, evidence, ...author }) => html`
          <li>
            <p>
              <small>${moment(at, zone)}</small>
              <strong>${WHAT[what]}</strong>
              ${from === null || from === to ? named(what, to) : `${named(what, from)} → ${named(what, to)}`}
            </p>
            <p>${inFrench(why)} ${author.by !== undefined && html`<small>${authorShown(author)}</small>`}</p>
            ${
              evidence &&
              html`<details>
                <summary>Réponse conservée</summary>
                <pre>${JSON.stringify(evidence, null, 2)}</pre>
              </details>`
            }
          </li>
        `,
      )}
    </ol>
  </section>
`;
