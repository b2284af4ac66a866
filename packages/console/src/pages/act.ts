import { findCompany, SHORT_TEXT, shortText, type ActionFailure, type ActionPorts } from '@vehicle-insurance/core';
import { ACTIONS_BY_SLUG, formPath, pageOf, type Action } from '../actions.ts';
import { endSessions } from '../access/end-sessions.ts';
import { identityOf } from '../access/person.ts';
import { recordEnds } from '../access/record-ends.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { PageResponse, Route, Page, Visit } from '../web/route.ts';
import { linksTo, subjectLink } from './subjects.ts';
import { proposalsOf } from './waiting.ts';

const PATH = '/act/:action/:id';
const UNKNOWN: Page = {
  title: 'Cette action n’existe pas',
  body: html`<p><a href="/">Retour à l’accueil</a></p>`,
  status: 404,
};

/** The action of an address. A company is identified only by its id, as another one may have its name by then. */
const actionOf = async ({ params }: Visit, { ports }: PageDependencies): Promise<Action | undefined> => {
  const { action = '', id = '' } = params;
  const known = ACTIONS_BY_SLUG.get(action);
  return known?.about !== 'company' || (await findCompany(ports)(id))?.id === id ? known : undefined;
};

/** The dependencies of actions in the console. */
export const actionPorts = ({ ports, access }: Pick<PageDependencies, 'ports' | 'access'>): ActionPorts => ({
  ...ports,
  endSessions: endSessions(access),
});

/** The form of an action, with its effect and its reason. */
export const actForm: Route = {
  method: 'GET',
  path: PATH,
  answer: async (visit, dependencies) => {
    const action = await actionOf(visit, dependencies);
    if (!action) return UNKNOWN;
    const present = await action.present?.(actionPorts(dependencies), visit.params['id'] ?? '');
    return formPage(action, visit, dependencies, { ...present, ...Object.fromEntries(visit.query) });
  },
};

/** Carries out the action, or proposes it to another person if two are needed. */
export const act: Route = {
  method: 'POST',
  path: PATH,
  answer: async (visit, dependencies) => {
    const { ports, access, secondPerson } = dependencies;
    const { params, person } = visit;
    const action = await actionOf(visit, dependencies);
    if (!action) return UNKNOWN;
    const id = params['id'] ?? '';
    const given = Object.fromEntries(
      action.fields.flatMap(({ name, canBeEmpty, onlyOnCommandLine }) => {
        const text = visit.form[name] ?? '';
        return onlyOnCommandLine || (text === '' && !canBeEmpty) ? [] : [[name, shortText(text).unwrapOr(text)]];
      }),
    );
    const replaces = visit.form['replaces'] ?? '';
    const refused = async (text: string | Html): Promise<Page> => ({
      ...(await formPage(action, visit, dependencies, { ...given, replaces }, text)),
      status: 400,
    });
    const missing = action.fields.find(
      (field) => isAsked(field) && isRequired(field) && shortText(given[field.name] ?? '').isErr(),
    );
    if (missing)
      return refused(`${missing.label} : saisissez de 1 à ${SHORT_TEXT.max} caractères, sur une seule ligne.`);
    if (action.isDangerous && secondPerson.isNeeded) {
      await access.proposals.add({ action: action.name, subjectId: id, fields: given }, person, secondPerson.minutes);
      await recordEnds(dependencies);
      await access.proposals.dismiss(replaces);
      return { to: '/proposals', said: 'L’action est proposée. Une seconde personne doit la confirmer.' };
    }
    const command = { subject: id, fields: given, by: identityOf(person) };
    const done = await action.run(actionPorts(dependencies), command);
    if (done.isErr()) return refused(await failureShown(action, done.error, id, ports));
    return resultPage(action, id, done.value);
  },
};

/** The response to an action that was carried out: its page with the result, or a secret, which is shown only now. */
export const resultPage = (action: Action, id: string, done: unknown): PageResponse => {
  const text = action.doneText(done, id);
  return action.showsSecret ? secretPage(text, pageOf(action, id)) : { to: pageOf(action, id), said: text };
};

/** A refusal, with links to the payments that it is about. */
const failureShown = async (
  action: Action,
  failure: ActionFailure,
  id: string,
  ports: PageDependencies['ports'],
): Promise<Html> => {
  const payments = failure.code === 'nothing_to_settle' ? failure.ofPayments : [];
  return html`${action.failureText(failure, id)} ${payments.map(await linksTo(ports, payments))}`;
};

type Field = Action['fields'][number];

/** Whether the person fills it in; otherwise the page that links to the form has set it. */
const isAsked = ({ kind, isHidden }: Field): boolean => kind !== 'seen' && !isHidden;

const isRequired = ({ kind, optional, onlyOnCommandLine }: Field): boolean =>
  kind !== 'check' && optional !== true && !onlyOnCommandLine;

const INPUTS: Readonly<Record<string, string>> = { moment: 'date', day: 'date' };

const secretPage = (secret: string, next: string): Page => ({
  title: 'Clé à conserver',
  body: html`<pre>${secret}</pre>
    <p>Cette clé ne s’affichera plus. Copiez-la et conservez-la en lieu sûr.</p>
    <p><a class="button" href="${next}">Continuer</a></p>`,
});

const formPage = async (
  { name, title, about, isDangerous, consequence, fields }: Action,
  { params, formToken, person }: Visit,
  { ports, access, secondPerson }: PageDependencies,
  given: Readonly<Record<string, string>>,
  refusal?: string | Html,
): Promise<Page> => {
  const id = params['id'] ?? '';
  const isProposed = isDangerous && secondPerson.isNeeded;
  const subject = await subjectLink(ports, { about }, id);
  const proposed = (await access.proposals.list()).filter(({ action }) => action === name);
  const field = (each: Field): Html => {
    const value = given[each.name] ?? '';
    if (!isAsked(each)) return html`<input type="hidden" name="${each.name}" value="${value}" />`;
    if (each.kind === 'check')
      return html`<label class="check"
        ><input type="checkbox" name="${each.name}" value="yes" ${value === 'yes' && 'checked'} />${each.label}</label
      >`;
    if (each.kind === 'choice')
      return html`<label for="${each.name}">${each.label}</label>
        <select id="${each.name}" name="${each.name}" ${isRequired(each) && 'required'}>
          <option value="">Choisissez</option>
          ${Object.entries(each.choiceLabels).map(
            ([name, words]) => html`<option value="${name}" ${value === name && 'selected'}>${words}</option>`,
          )}
        </select>`;
    return html`
      <label for="${each.name}">${each.label}${!isRequired(each) && ' (facultatif)'}</label>
      <input
        id="${each.name}"
        name="${each.name}"
        type="${INPUTS[each.kind] ?? each.kind}"
        value="${value}"
        maxlength="2000"
        ${isRequired(each) && 'required'}
        autocomplete="off"
      />
    `;
  };
  return {
    title,
    body: html`
      ${refusal !== undefined && html`<p role="alert" class="alarm">${refusal}</p>`}
      ${subject && html`<p>${subject}</p>`}
      <p>${consequence}</p>
      ${proposalsOf(proposed, id, ports.zone)}
      ${isProposed && html`<p>Une seconde personne devra confirmer cette action.</p>`}
      ${
        person.role === 'act'
          ? html`
              <form method="post" action="${formPath(name, id)}">
                <input type="hidden" name="form-token" value="${formToken}" />
                <input type="hidden" name="replaces" value="${given['replaces'] ?? ''}" />
                ${fields.filter(({ onlyOnCommandLine }) => !onlyOnCommandLine).map(field)}
                <div class="actions">
                  <button class="${isDangerous ? 'danger' : ''}">
                    ${isProposed ? 'Proposer cette action' : title}
                  </button>
                  <a class="button quiet" href="${pageOf({ about }, id)}">Retour</a>
                </div>
              </form>
            `
          : html`<p class="none">Votre accès est limité à la consultation.</p>`
      }
    `,
  };
};
