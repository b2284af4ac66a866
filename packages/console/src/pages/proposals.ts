import { ACTIONS, formPath, pageOf, type Action } from '../actions.ts';
import type { Access } from '../access/open-access.ts';
import { identityOf } from '../access/person.ts';
import { ownershipOf, type Proposal } from '../access/proposals.ts';
import { recordEnd, recordEnds } from '../access/record-ends.ts';
import { personHtml } from '../words/author.ts';
import { moment } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import { actionPorts } from './act.ts';
import { previewShown } from './previews.ts';
import { consoleLines } from './console-lines.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route, Visit } from '../web/route.ts';
import { resultPage } from './results.ts';
import { subjectLink } from './subjects.ts';
import { fieldText } from './waiting.ts';

const LINES = 100;

export const proposalsPage: Route = {
  method: 'GET',
  path: '/proposals',
  answer: async (visit, dependencies) => {
    const { access, ports } = dependencies;
    await recordEnds(dependencies);
    const waiting = await access.proposals.list();
    const lines = (await access.history.latest(LINES)).filter(({ what }) => what === 'proposal');
    return {
      title: 'À confirmer',
      body: html`${
        waiting.length === 0
          ? html`<p class="none">Aucune proposition à confirmer.</p>`
          : html`<ul class="cards">
              ${await Promise.all(waiting.map((proposal) => card(proposal, visit, dependencies)))}
            </ul>`
      }
      ${consoleLines(lines, ports.zone)}`,
    };
  },
};

const card = async (
  proposal: Proposal,
  { person, formToken }: Visit,
  dependencies: PageDependencies,
): Promise<Html> => {
  const { ports } = dependencies;
  const { id, action, subjectId, fields, proposedBy, issuer, subject: account, expiresAt, isOver } = proposal;
  const known = ACTIONS.get(action);
  const from = ownershipOf(proposal, person);
  const isWithdrawn = isOver || from === 'own';
  const subject = known && subjectId !== null ? await subjectLink(ports, known, subjectId) : undefined;
  return html`
    <li>
      <h2>${known?.title ?? action}</h2>
      ${subject && html`<p>${subject}</p>`} ${known && html`<p>${known.consequence}</p>`}
      <dl>
        ${known?.fields.flatMap((field) => {
          const text = fieldText(field, fields);
          return text === undefined
            ? []
            : [
                html`<dt>${field.label}</dt>
                  <dd>${text}</dd>`,
              ];
        })}
        <dt>Auteur de la proposition</dt>
        <dd>${personHtml({ name: proposedBy, subject: account })}</dd>
        <dt>${isOver ? 'Délai de confirmation expiré le' : 'À confirmer avant le'}</dt>
        <dd>${moment(expiresAt, ports.zone)}</dd>
      </dl>
      ${known?.preview && !isOver && (await previewOf(known, proposal, dependencies))}
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
            ${isOver && known && html`<a class="button" href="${formAgain(known, proposal)}">Proposer de nouveau</a>`}
          </form>
        `
      }
    </li>
  `;
};

/** The effect that the proposed action would have now. */
const previewOf = async (
  action: Action,
  { subjectId, fields, proposedBy: name, issuer, subject }: Proposal,
  dependencies: PageDependencies,
): Promise<Html | undefined> => {
  const command = { subject: subjectId ?? '-', fields, by: { name, issuer, subject } };
  const result = await action.preview?.(actionPorts(dependencies), command);
  if (!result) return undefined;
  return result.isOk()
    ? previewShown(action, result.value, command.subject, dependencies.ports)
    : html`<p class="alarm">${action.failureText(result.error, command.subject)}</p>`;
};

/** The URL of the action's form, filled in with the proposal's fields. Checkboxes and files must be filled in again. */
const formAgain = ({ name, fields: all }: Action, { id, subjectId, fields }: Proposal): string => {
  const again = all.flatMap(({ name: field, kind }) => (kind === 'check' || kind === 'file' ? [field] : []));
  const kept = Object.entries(fields).filter(([field]) => !again.includes(field));
  return formPath(name, subjectId ?? '-', { ...Object.fromEntries(kept), replaces: id });
};

const OVER = 'Personne n’a confirmé cette proposition à temps : l’action n’a pas été exécutée.';
const OVER_AND_MAYBE_DONE =
  'Personne n’a confirmé cette proposition à temps : rien n’est enregistré. Si l’opération est déjà faite (virement, remboursement…), proposez de nouveau son enregistrement, sans refaire l’opération.';

const BY_LINK =
  'Cette proposition vient d’une personne connectée par un lien d’accès : seule une personne connectée par un lien peut la confirmer.';
const BY_PROVIDER =
  'Cette proposition vient d’une personne connectée avec un compte d’entreprise : seule une personne connectée avec un compte d’entreprise peut la confirmer.';

const NAMESAKE =
  'Cette proposition vient d’une personne qui porte le même nom que vous : seule une personne qui porte un autre nom peut la confirmer.';

const GONE =
  'Vous ne pouvez pas confirmer cette proposition : elle a déjà été traitée, elle a expiré, ou c’est la vôtre.';

const NOT_WITHDRAWN =
  'Vous ne pouvez pas retirer cette proposition : elle a déjà été traitée, ou ce n’est pas la vôtre.';

const UNCERTAIN =
  'Une erreur est survenue : l’action a peut-être été exécutée. Vérifiez le résultat sur cette page. Si l’action n’a pas été exécutée, proposez-la de nouveau.';

/**
 * The proposal whose id is in the URL, if it is still listed. Its action and fields never change, so the person
 * confirms what the page showed.
 */
const listed = async ({ params }: Visit, { proposals }: Access): Promise<Proposal | undefined> =>
  (await proposals.list()).find(({ id }) => id === params['id']);

/** Carries out another person's proposal. The history names both people. */
export const confirmProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/confirm',
  answer: async (visit, dependencies) => {
    const { ports, access } = dependencies;
    const found = await listed(visit, access);
    const proposal =
      found && ownershipOf(found, visit.person) === 'another' ? await access.proposals.take(found.id) : undefined;
    const action = ACTIONS.get(proposal?.action ?? '');
    if (!proposal || !action) return { to: '/proposals', said: GONE };
    const id = proposal.subjectId ?? '-';
    const { proposedBy: name, issuer, subject } = proposal;
    const confirmedBy = identityOf(visit.person);
    const by = { name, issuer, subject, confirmedBy };
    try {
      const done = await action.run(actionPorts(dependencies), { subject: id, fields: proposal.fields, by });
      if (done.isOk()) return resultPage(action, id, done.value, ports.zone);
      await recordEnd(dependencies, proposal, 'refused', confirmedBy);
      return { to: pageOf(action, id), said: `L’action n’a pas été exécutée. ${action.failureText(done.error, id)}` };
    } catch (cause) {
      // The proposal is already removed, so it cannot be confirmed again.
      ports.errorReporter.report({
        what: `a confirmed proposal (${action.name}) may not have been carried out`,
        cause,
      });
      return { to: pageOf(action, id), said: UNCERTAIN };
    }
  },
};

/** Withdraws the person's own proposal, or removes an expired proposal. */
export const withdrawProposal: Route = {
  method: 'POST',
  path: '/proposals/:id/withdraw',
  answer: async (visit, dependencies) => {
    const { proposals } = dependencies.access;
    const proposal = await listed(visit, dependencies.access);
    await recordEnds(dependencies);
    const isGone = proposal?.isOver
      ? await proposals.dismiss(proposal.id)
      : proposal &&
        ownershipOf(proposal, visit.person) === 'own' &&
        (await proposals.withdraw(proposal.id, identityOf(visit.person)));
    if (isGone) await recordEnds(dependencies);
    return { to: '/proposals', said: isGone ? 'La proposition est retirée.' : NOT_WITHDRAWN };
  },
};
