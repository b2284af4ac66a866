import type { TimeZone } from '@vehicle-insurance/core';
import { pageOf, type Action } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import type { Access } from '../access/open-access.ts';
import { identityOf } from '../access/person.ts';
import { whose, type Proposal } from '../access/proposals.ts';
import { recordEnd, recordEnds } from '../access/record-ends.ts';
import { personShown } from '../words/author.ts';
import { failureText } from '../words/failures.ts';
import { moment } from '../words/shown.ts';
import { html, type Html } from '../web/html.ts';
import { answerOf } from './act.ts';
import { consoleLines } from './console-lines.ts';
import type { Route, Visit } from '../web/route.ts';

/** Lines of the history that are looked through. */
const SHOWN = 100;

/** What waits for a second person. */
export const proposalsPage: Route = {
  method: 'GET',
  path: '/proposals',
  answer: async (visit, dependencies) => {
    const { access, ports } = dependencies;
    await recordEnds(dependencies);
    const waiting = await access.proposals.list();
    const lines = (await access.history.latest(SHOWN)).filter(({ what }) => what === 'proposal');
    return {
      title: 'À confirmer',
      body: html`${
        waiting.length === 0
          ? html`<p class="none">Rien n’attend une seconde personne.</p>`
          : html`<ul class="cards">
              ${waiting.map((proposal) => card(proposal, visit, ports.zone))}
            </ul>`
      }
      ${consoleLines(lines, ports.zone)}`,
    };
  },
};

const card = (proposal: Proposal, { person, formToken }: Visit, zone: TimeZone): Html => {
  const { id, action, subjectId, fields, proposedBy, issuer, subject, expiresAt, isOver } = proposal;
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
        <dd>${personShown({ name: proposedBy, subject })}</dd>
        <dt>${isOver ? 'Était à confirmer avant' : 'À confirmer avant'}</dt>
        <dd>${moment(expiresAt, zone)}</dd>
      </dl>
      ${isOver && html`<p class="alarm">${known?.recordsWhatIsDone ? OVER_AND_MAYBE_DONE : OVER}</p>`}
      ${!isOver && from === 'unclear' && html`<p class="none">${issuer === person.issuer ? NAMESAKE : issuer === null ? BY_LINK : BY_PROVIDER}</p>`}
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

const NAMESAKE = 'Proposé par une autre personne du même nom : pour confirmer, il faut une personne d’un autre nom.';

const GONE =
  'Cette proposition n’est plus à confirmer par vous : elle a servi, son temps est passé, ou elle est la vôtre.';

const UNCERTAIN =
  'Une erreur est survenue : il n’est pas certain que ce soit fait. Regardez ici si c’est fait ; sinon, faites proposer et confirmer à nouveau.';

/** The listed proposal of this address. Proposals are never changed, so a decision about one stays true. */
const listed = async ({ params }: Visit, { proposals }: Access): Promise<Proposal | undefined> =>
  (await proposals.list()).find(({ id }) => id === params['id']);

/** Carries out another person's proposal; the history keeps both. */
export const confirmProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/confirm',
  answer: async (visit, dependencies) => {
    const { ports, access } = dependencies;
    const meant = await listed(visit, access);
    const proposal =
      meant && whose(meant, visit.person) === 'another' ? await access.proposals.take(meant.id) : undefined;
    const action = ACTIONS.get(proposal?.action ?? '');
    if (!proposal || !action) return { to: '/proposals', said: GONE };
    const id = proposal.subjectId ?? '-';
    const { proposedBy: name, issuer, subject } = proposal;
    const confirmedBy = identityOf(visit.person);
    const by = { name, issuer, subject, confirmedBy };
    try {
      const done = await action.run({ id, fields: proposal.fields, by }, ports);
      if (done.isOk()) return answerOf(action, id, done.value);
      await recordEnd(dependencies, proposal, 'refused', confirmedBy);
      return { to: pageOf(action, id), said: `Non fait. ${failureText(done.error)}` };
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
  answer: async (visit, dependencies) => {
    const { proposals } = dependencies.access;
    const meant = await listed(visit, dependencies.access);
    await recordEnds(dependencies);
    const isGone = meant?.isOver
      ? await proposals.dismiss(meant.id)
      : meant && whose(meant, visit.person) === 'own' && (await proposals.withdraw(meant.id, identityOf(visit.person)));
    if (isGone) await recordEnds(dependencies);
    return { to: '/proposals', said: isGone ? 'La proposition est retirée.' : GONE };
  },
};
