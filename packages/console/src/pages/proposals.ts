import type { TimeZone } from '@vehicle-insurance/core';
import { pageOf, type Action } from '../actions/action.ts';
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
  const { id, action, subjectId, fields, proposedBy, issuer, expiresAt, isOver } = proposal;
  const known = ACTIONS.get(action);
  const from = whose(proposal, person);
  const isWithdrawn = isOver || from === 'own';
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
        <dt>${isOver ? 'Était à confirmer avant' : 'À confirmer avant'}</dt>
        <dd>${moment(expiresAt, zone)}</dd>
      </dl>
      ${isOver && html`<p class="alarm">${known?.recordsWhatIsDone ? OVER_AND_MAYBE_DONE : OVER}</p>`}
      ${!isOver && from === 'unclear' && html`<p class="none">${issuer === null ? BY_LINK : BY_PROVIDER}</p>`}
      ${
        person.role === 'act' &&
        (isOver || from !== 'unclear') &&
        html`
          <form method="post" action="/proposals/${id}/${isWithdrawn ? 'withdraw' : 'confirm'}" class="actions">
            <input type="hidden" name="form-token" value="${formToken}" />
            <button class="${isWithdrawn ? 'quiet' : 'danger'}">
              ${isWithdrawn ? (isOver ? 'Retirer de cette liste' : 'Retirer ma proposition') : 'Confirmer'}
            </button>
            ${isOver && known && html`<a class="button" href="${formAgain(known, proposal)}">Proposer à nouveau</a>`}
          </form>
        `
      }
    </li>
  `;
};

/** The form of what was proposed, filled in as it was, but for what has to be looked at again. */
const formAgain = ({ name, fields: all }: Action, { id, subjectId, fields }: Proposal): string => {
  const looked = all.flatMap(({ name: field, kind }) => (kind === 'check' ? [field] : []));
  const kept = Object.entries(fields).filter(([field]) => !looked.includes(field));
  return `/act/${name}/${subjectId ?? '-'}?${new URLSearchParams([...kept, ['replaces', id]]).toString()}`;
};

const OVER = 'Personne ne l’a confirmé à temps : rien n’est fait.';
const OVER_AND_MAYBE_DONE =
  'Personne ne l’a confirmé à temps : rien n’est inscrit. Si un virement est déjà parti, proposez à nouveau de l’inscrire, et ne virez rien d’autre.';

const BY_LINK = 'Proposé par une personne entrée par un lien : pour confirmer, il faut être entré par un lien aussi.';
const BY_PROVIDER =
  'Proposé avec un compte de l’entreprise : pour confirmer, il faut s’être connecté avec un tel compte aussi.';

const GONE =
  'Cette proposition n’est plus à confirmer par vous : elle a servi, son temps est passé, ou elle est la vôtre.';

const UNCERTAIN =
  'Une erreur est survenue : il n’est pas certain que ce soit fait. Regardez ici si c’est fait ; sinon, faites proposer et confirmer à nouveau.';

/** Takes a listed proposal that this person may take. The check stays true: a listed proposal is never changed. */
const taken = async (
  { params }: Visit,
  { proposals }: Access,
  isAllowed: (proposal: Proposal) => boolean,
): Promise<Proposal | undefined> => {
  const listed = (await proposals.list()).find(({ id }) => id === params['id']);
  return listed && isAllowed(listed) ? proposals.take(listed) : undefined;
};

/** Carries out another person's proposal; the history names both. */
export const confirmProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/confirm',
  answer: async (visit, { ports, access }) => {
    const isAnothers = (each: Proposal): boolean => !each.isOver && whose(each, visit.person) === 'another';
    const proposal = await taken(visit, access, isAnothers);
    const action = ACTIONS.get(proposal?.action ?? '');
    if (!proposal || !action) return { to: '/proposals', said: GONE };
    const id = proposal.subjectId ?? '-';
    const by = `${proposal.proposedBy}, confirmed by ${visit.person.name}`;
    try {
      const done = await action.run({ id, fields: proposal.fields, by }, ports);
      return { to: pageOf(action, id), said: done.isOk() ? done.value : `Non fait. ${failureText(done.error)}` };
    } catch (cause) {
      // It was taken for good: a second confirmation would only be answered that it is gone.
      ports.errorReporter.report({
        what: `a confirmed proposal (${action.name}) may not have been carried out`,
        cause,
      });
      return { to: pageOf(action, id), said: UNCERTAIN };
    }
  },
};

/** Withdraws one's own proposal, or one that was not confirmed in time. */
export const withdrawProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/withdraw',
  answer: async (visit, { access }) => {
    const mayWithdraw = (each: Proposal): boolean => each.isOver || whose(each, visit.person) === 'own';
    return {
      to: '/proposals',
      said: (await taken(visit, access, mayWithdraw)) ? 'La proposition est retirée.' : GONE,
    };
  },
};
