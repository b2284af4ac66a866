import { pageOf } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import type { Proposal } from '../access/proposals.ts';
import { failureText } from '../words/failures.ts';
import { html, type Html } from '../web/html.ts';
import type { Route, Visit } from '../web/route.ts';

/** What waits for a second person. */
export const proposalsPage: Route = {
  method: 'GET',
  path: '/proposals',
  answer: async (visit, { access }) => {
    const waiting = await access.proposals.list();
    return {
      title: 'À confirmer',
      body:
        waiting.length === 0
          ? html`<p class="none">Rien n’attend une seconde personne.</p>`
          : html`<ul class="cards">
              ${waiting.map((proposal) => card(proposal, visit))}
            </ul>`,
    };
  },
};

const card = (
  { id, action, subjectId, fields, proposedBy, expiresAt }: Proposal,
  { person, formToken }: Visit,
): Html => {
  const known = ACTIONS.get(action);
  const isOwn = proposedBy === person.name;
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
        <dd><time datetime="${expiresAt.toISOString()}">${expiresAt.toISOString().slice(11, 16)} UTC</time></dd>
      </dl>
      ${
        person.role === 'act' &&
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

const GONE =
  'Cette proposition n’est plus à confirmer par vous : elle a servi, son temps est passé, ou elle est la vôtre.';

/** Does what another has proposed; both are named in the history. */
export const confirmProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/confirm',
  answer: async ({ params, person }, { ports, access }) => {
    const proposal = await access.proposals.takeForAnother(params['id'] ?? '', person.name);
    const action = ACTIONS.get(proposal?.action ?? '');
    if (!proposal || !action) return { to: '/proposals', said: GONE };
    const id = proposal.subjectId ?? '-';
    const by = `${proposal.proposedBy}, confirmed by ${person.name}`;
    const done = await action.run({ id, fields: proposal.fields, by }, ports);
    return { to: pageOf(action, id), said: done.isOk() ? done.value : `Non fait. ${failureText(done.error)}` };
  },
};

/** Takes back what one has proposed oneself. */
export const withdrawProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/withdraw',
  answer: async ({ params, person }, { access }) => ({
    to: '/proposals',
    said: (await access.proposals.withdraw(params['id'] ?? '', person.name)) ? 'La proposition est retirée.' : GONE,
  }),
};
