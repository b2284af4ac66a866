import type { TimeZone } from '@vehicle-insurance/core';
import { pageOf } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import type { Access } from '../access/open-access.ts';
import { whose, type Proposal } from '../access/proposals.ts';
import { failureText } from '../words/failures.ts';
import { moment } from '../words/shown.ts';
import { html, type Html } from '../web/html.ts';
import type { Route, Visit } from '../web/route.ts';

/** What waits for a second person. */
export const proposalsPage: Route = {
  method: 'GET',
  path: '/proposals',
  answer: async (visit, { access, ports }) => {
    const waiting = await access.proposals.list();
    return {
      title: 'À confirmer',
      body:
        waiting.length === 0
          ? html`<p class="none">Rien n’attend une seconde personne.</p>`
          : html`<ul class="cards">
              ${waiting.map((proposal) => card(proposal, visit, ports.zone))}
            </ul>`,
    };
  },
};

const card = (proposal: Proposal, { person, formToken }: Visit, zone: TimeZone): Html => {
  const { id, action, subjectId, fields, proposedBy, issuer, expiresAt } = proposal;
  const known = ACTIONS.get(action);
  const from = whose(proposal, person);
  const isOwn = from === 'own';
  return html`
    <li>
      <h2>${known?.title ?? action}</h2>
      ${known && subjectId !== null && html`<p><a href="${pageOf(known, subjectId)}">${subjectId}</a></p>`}
      <dl>
        ${known?.fields.flatMap(({ name, label }) =>
          fields[name]
            ? [
                html`<dt>${label}</dt>
                  <dd>${fields[name]}</dd>`,
              ]
            : [],
        )}
        <dt>Proposé par</dt>
        <dd>${proposedBy}</dd>
        <dt>À confirmer avant</dt>
        <dd>${moment(expiresAt, zone)}</dd>
      </dl>
      ${from === 'unclear' && html`<p class="none">${issuer === null ? BY_LINK : BY_PROVIDER}</p>`}
      ${
        person.role === 'act' &&
        from !== 'unclear' &&
        html`
          <form method="post" action="/proposals/${id}/${isOwn ? 'withdraw' : 'confirm'}" class="actions">
            <input type="hidden" name="form-token" value="${formToken}" />
            <button class="${isOwn ? 'quiet' : 'danger'}">${isOwn ? 'Retirer ma proposition' : 'Confirmer'}</button>
          </form>
        `
      }
    </li>
  `;
};

const BY_LINK = 'Proposé par une personne entrée par un lien : pour confirmer, il faut être entré par un lien aussi.';
const BY_PROVIDER =
  'Proposé avec un compte de l’entreprise : pour confirmer, il faut s’être connecté avec un tel compte aussi.';

const GONE =
  'Cette proposition n’est plus à confirmer par vous : elle a servi, son temps est passé, ou elle est la vôtre.';

const UNCERTAIN =
  'Une erreur est survenue : il n’est pas certain que ce soit fait. Regardez ici si c’est fait ; sinon, faites proposer et confirmer à nouveau.';

/** Takes a proposal that is listed and is whose it must be. Once it stands there, only its end can change it. */
const taken = async (
  { params, person }: Visit,
  { proposals }: Access,
  mustBe: ReturnType<typeof whose>,
): Promise<Proposal | undefined> => {
  const listed = (await proposals.list()).find(({ id }) => id === params['id']);
  return listed && whose(listed, person) === mustBe ? proposals.take(listed.id) : undefined;
};

/** Does what another has proposed; both are named in the history. */
export const confirmProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/confirm',
  answer: async (visit, { ports, access }) => {
    const proposal = await taken(visit, access, 'another');
    const action = ACTIONS.get(proposal?.action ?? '');
    if (!proposal || !action) return { to: '/proposals', said: GONE };
    const id = proposal.subjectId ?? '-';
    const by = `${proposal.proposedBy}, confirmed by ${visit.person.name}`;
    try {
      const done = await action.run({ id, fields: proposal.fields, by }, ports);
      return { to: pageOf(action, id), said: done.isOk() ? done.value : `Non fait. ${failureText(done.error)}` };
    } catch (cause) {
      // It was taken for good: to confirm it again would be told that it has served.
      ports.errorReporter.report({
        what: `a confirmed proposal (${action.name}) may not have been carried out`,
        cause,
      });
      return { to: pageOf(action, id), said: UNCERTAIN };
    }
  },
};

/** Takes back what one has proposed oneself. */
export const withdrawProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/withdraw',
  answer: async (visit, { access }) => ({
    to: '/proposals',
    said: (await taken(visit, access, 'own')) ? 'La proposition est retirée.' : GONE,
  }),
};
