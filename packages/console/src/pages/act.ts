import { findCompany, SHORT_TEXT, shortText, type ActionFailure, type ActionPorts } from '@vehicle-insurance/core';
import { ACTIONS_BY_SLUG, formPath, pageOf, type Action } from '../actions.ts';
import { endSessions } from '../access/end-sessions.ts';
import { identityOf } from '../access/person.ts';
import { recordEnds } from '../access/record-ends.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route, Page, Visit } from '../web/route.ts';
import { faultsShown, previewShown, PREVIEWS } from './previews.ts';
import { resultPage } from './results.ts';
import { linksTo, subjectLink } from './subjects.ts';
import { balancesToday, counterpartiesIn, type Counterparties } from './vouchers.ts';
import { proposalsOf } from './waiting.ts';

const PATH = '/act/:action/:id';
const LOOKS_ONLY = 'Votre accès est limité à la consultation. Demandez à l’administrateur les droits de gestionnaire.';
const UNKNOWN: Page = {
  title: 'Cette action n’existe pas',
  body: html`<p><a href="/">Retour à l’accueil</a></p>`,
  status: 404,
};

/**
 * The action in a URL; undefined if it is unknown. The URL must identify a company by its id, because another company
 * may have taken its name.
 */
const actionOf = async ({ params }: Visit, { ports }: PageDependencies): Promise<Action | undefined> => {
  const { action = '', id = '' } = params;
  const known = ACTIONS_BY_SLUG.get(action);
  return known?.about !== 'company' || (await findCompany(ports)(id))?.id === id ? known : undefined;
};

export const actionPorts = ({ ports, access }: Pick<PageDependencies, 'ports' | 'access'>): ActionPorts => ({
  ...ports,
  endSessions: endSessions(access),
});

/** The form of an action, with the action's effect. The URL can fill in values. */
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

/** In megabytes: a statement of about 40 000 lines. */
const MEGABYTES = 4;

/**
 * Carries out an action, or proposes it if two people are needed. If the action has a preview, the first request only
 * shows the preview. The preview page carries the encrypted fields to the second request.
 */
export const act: Route = {
  method: 'POST',
  path: PATH,
  takesFile: MEGABYTES,
  answer: async (visit, dependencies) => {
    const { ports, access, secondPerson } = dependencies;
    const { params, person } = visit;
    const action = await actionOf(visit, dependencies);
    if (!action) return UNKNOWN;
    const id = params['id'] ?? '';
    const { sealed } = visit.form;
    const previewed = sealed === undefined ? undefined : unsealed(visit, action, id);
    const given = previewed ?? valuesIn(action, visit.form);
    const replaces = visit.form['replaces'] ?? '';
    const refused = async (text: string | Html, field?: string): Promise<Page> => ({
      ...(await formPage(action, visit, dependencies, { ...given, replaces }, text, field)),
      status: 400,
    });
    if (sealed !== undefined && !previewed) return refused(NOT_AS_PREVIEWED);
    const wrong = previewed ? undefined : wrongField(action, visit, given);
    if (wrong) return refused(wrong.why, wrong.field);
    const command = { subject: id, fields: given, by: identityOf(person) };
    if (action.preview && !previewed) {
      const done = await action.preview(actionPorts(dependencies), command);
      if (done.isErr()) return refused(await failureShown(action, done.error, id, ports));
      return previewPage(action, visit, dependencies, given, done.value);
    }
    if (action.isDangerous && secondPerson.isNeeded) {
      await access.proposals.add({ action: action.name, subjectId: id, fields: given }, person, secondPerson.minutes);
      await recordEnds(dependencies);
      await access.proposals.dismiss(replaces);
      return { to: '/proposals', said: 'L’action est proposée. Une seconde personne doit la confirmer.' };
    }
    const done = await action.run(actionPorts(dependencies), command);
    if (done.isErr()) return refused(await failureShown(action, done.error, id, ports));
    return resultPage(action, id, done.value, ports.zone);
  },
};

/** The values of the form's fields. An empty or absent field has a value only if the action accepts an empty value. */
const valuesIn = ({ fields }: Action, form: Visit['form']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, canBeEmpty, onlyOnCommandLine }) => {
      const text = form[name] ?? '';
      if (onlyOnCommandLine || (text === '' && !canBeEmpty)) return [];
      return [[name, kind === 'file' ? text : shortText(text).unwrapOr(text)]];
    }),
  );

/** The first field that is missing or invalid, and how to correct it. */
const wrongField = (
  { fields }: Action,
  { form }: Visit,
  given: Readonly<Record<string, string>>,
): { readonly field: string; readonly why: string } | undefined => {
  for (const field of fields.filter(isAsked)) {
    const { name, label, kind } = field;
    const text = given[name] ?? '';
    const isMissing = isRequired(field) && (kind === 'file' ? text === '' : shortText(text).isErr());
    if (kind === 'file' && (form[`${name}-problem`] !== undefined || text.includes('\0')))
      return { field: name, why: `${label} : ${NOT_UTF8}` };
    if (isMissing || (kind === 'choice' && text !== '' && !field.choices?.includes(text)))
      return { field: name, why: `${label} : ${REQUESTS[kind] ?? TEXT_REQUEST}` };
  }
  return undefined;
};

/** How to fill in a field, by its kind. */
const REQUESTS: Readonly<Partial<Record<Field['kind'], string>>> = {
  choice: 'choisissez une valeur dans la liste.',
  day: 'choisissez une date.',
  file: 'choisissez un fichier.',
};
const TEXT_REQUEST = `saisissez de 1 à ${SHORT_TEXT.max} caractères, sur une seule ligne.`;

const NOT_UTF8 =
  'ce fichier n’est pas en UTF-8. Enregistrez-le en UTF-8 (dans un tableur : format « CSV UTF-8 »), puis recommencez.';
const NOT_AS_PREVIEWED =
  'Les données reçues ne sont pas celles de l’aperçu, ou vous avez changé de session. Rien n’a été enregistré : affichez un nouvel aperçu.';

/**
 * The fields that the preview page encrypted. Undefined if they were changed, or belong to another action, subject or
 * session.
 */
const unsealed = ({ form, unseal }: Visit, { name }: Action, id: string): ReturnType<typeof valuesIn> | undefined => {
  const text = unseal(form['sealed'] ?? '');
  const [action, subject, fields] = (text === undefined ? [] : JSON.parse(text)) as readonly unknown[];
  return action === name && subject === id ? (fields as ReturnType<typeof valuesIn>) : undefined;
};

/** The preview of an action, and the form that confirms it. The server stores nothing between the two requests. */
const previewPage = async (
  action: Action,
  { params, formToken, form, seal }: Visit,
  { ports, secondPerson }: PageDependencies,
  given: Readonly<Record<string, string>>,
  result: unknown,
): Promise<Page> => {
  const { name, title, about, isDangerous } = action;
  const id = params['id'] ?? '';
  const preview = PREVIEWS[name];
  const isProposed = isDangerous && secondPerson.isNeeded;
  const fields = { ...given, ...(preview?.contentOf && { seen: preview.contentOf(result) }) };
  return {
    title: `${title} : aperçu`,
    body: html`
      <p>
        Rien n’est encore enregistré. Vérifiez l’aperçu, puis ${isProposed ? 'proposez l’action' : 'confirmez'} en bas
        de page.
      </p>
      ${about === 'contract' && html`<p>${await subjectLink(ports, { about }, id)}</p>`}
      ${await previewShown(action, result, id, ports)}
      ${isProposed && html`<p>Une seconde personne devra confirmer cette action.</p>`}
      <form method="post" action="${formPath(name, id)}" enctype="multipart/form-data">
        <input type="hidden" name="form-token" value="${formToken}" />
        <input type="hidden" name="replaces" value="${form['replaces'] ?? ''}" />
        <input type="hidden" name="sealed" value="${seal(JSON.stringify([name, id, fields]))}" />
        <div class="actions">
          <button class="${isDangerous ? 'danger' : ''}">
            ${isProposed ? 'Proposer cette action' : (preview?.confirm ?? 'Confirmer')}
          </button>
          ${
            action.fields.some(({ kind }) => kind === 'file')
              ? html`<a class="button quiet" href="${formPath(name, id)}">Choisir un autre fichier</a>`
              : html`<a class="button quiet" href="${formPath(name, id, given)}">Modifier</a>`
          }
        </div>
      </form>
    `,
  };
};

/** A refusal, with links to the payments that it names. For a file with faults, the list of faults. */
const failureShown = async (
  action: Action,
  failure: ActionFailure,
  id: string,
  ports: PageDependencies['ports'],
): Promise<Html> => {
  const faults = faultsShown(failure);
  if (faults) return faults;
  const payments = failure.code === 'nothing_to_settle' ? failure.ofPayments : [];
  const linkTo = await linksTo(ports, payments);
  const links = payments.map((payment, at) => html`${at > 0 && ' ; '}${linkTo(payment)}`);
  return html`${action.failureText(failure, id)} ${links}`;
};

type Field = Action['fields'][number];

/** Whether the person fills in the field. Otherwise the preview or the linking page has set the value. */
const isAsked = ({ kind, isHidden }: Field): boolean => kind !== 'seen' && !isHidden;

const isRequired = ({ kind, optional, onlyOnCommandLine }: Field): boolean =>
  kind !== 'check' && optional !== true && !onlyOnCommandLine;

/** The options of a field with a fixed set of values; undefined for a free field. */
const optionsOf = (
  { kind, choiceLabels }: Field,
  counterparties: Counterparties | undefined,
): Iterable<readonly [string, string]> | undefined => {
  if (kind === 'choice') return Object.entries(choiceLabels);
  return kind === 'company' || kind === 'insurer' || kind === 'provider' ? (counterparties?.[kind] ?? []) : undefined;
};

const INPUTS: Readonly<Record<string, string>> = { moment: 'date', day: 'date' };
const ACCEPTED = '.csv,.json,text/csv,application/json';

const formPage = async (
  { name, title, about, isDangerous, consequence, fields, preview }: Action,
  { params, formToken, person }: Visit,
  { ports, access, secondPerson }: PageDependencies,
  given: Readonly<Record<string, string>>,
  refusal?: string | Html,
  wrong?: string,
): Promise<Page> => {
  const id = params['id'] ?? '';
  const isProposed = isDangerous && secondPerson.isNeeded;
  const subject = await subjectLink(ports, { about }, id);
  const counterparties = fields.some(({ kind }) => kind === 'insurer')
    ? await counterpartiesIn(ports, await balancesToday(ports))
    : undefined;
  const proposed = (await access.proposals.list()).filter(({ action }) => action === name);
  const field = (each: Field): Html => {
    const value = given[each.name] ?? '';
    const isWrong = each.name === wrong && html`aria-invalid="true" aria-describedby="refusal"`;
    if (!isAsked(each)) return html`<input type="hidden" name="${each.name}" value="${value}" />`;
    if (each.kind === 'check')
      return html`<label class="check"
        ><input type="checkbox" name="${each.name}" value="yes" ${value === 'yes' && 'checked'} />${each.label}</label
      >`;
    const options = optionsOf(each, counterparties);
    if (options)
      return html`<label for="${each.name}">${each.label}</label>
        <select id="${each.name}" name="${each.name}" ${isRequired(each) && 'required'} ${isWrong}>
          <option value="">Choisissez</option>
          ${[...options].map(
            ([name, words]) => html`<option value="${name}" ${value === name && 'selected'}>${words}</option>`,
          )}
        </select>`;
    return html`
      <label for="${each.name}">${each.label}${!isRequired(each) && ' (facultatif)'}</label>
      <input
        id="${each.name}"
        name="${each.name}"
        type="${INPUTS[each.kind] ?? each.kind}"
        ${each.kind === 'file' ? html`accept="${ACCEPTED}"` : html`value="${value}" maxlength="2000"`}
        ${isRequired(each) && 'required'}
        ${isWrong}
        autocomplete="off"
      />
    `;
  };
  return {
    title,
    body: html`
      ${refusal !== undefined && html`<div role="alert" class="alarm" id="refusal">${refusal}</div>`}
      ${subject && html`<p>${subject}</p>`}
      <p>${consequence}</p>
      ${proposalsOf(proposed, id, ports.zone)}
      ${isProposed && html`<p>Une seconde personne devra confirmer cette action.</p>`}
      ${
        person.role === 'act'
          ? html`
              <form
                method="post"
                action="${formPath(name, id)}"
                ${fields.some(({ kind }) => kind === 'file') && html`enctype="multipart/form-data"`}
              >
                <input type="hidden" name="form-token" value="${formToken}" />
                <input type="hidden" name="replaces" value="${given['replaces'] ?? ''}" />
                ${fields.filter(({ onlyOnCommandLine }) => !onlyOnCommandLine).map(field)}
                <div class="actions">
                  <button class="${isDangerous ? 'danger' : ''}">
                    ${preview ? 'Afficher l’aperçu' : isProposed ? 'Proposer cette action' : title}
                  </button>
                  <a class="button quiet" href="${pageOf({ about }, id)}">Retour</a>
                </div>
              </form>
            `
          : html`<p class="none">${LOOKS_ONLY}</p>`
      }
    `,
  };
};
