import {
  contentOfDifference,
  inFrench,
  listActionItems,
  parseDate,
  type ActionItem,
  type ActionName,
  type DifferenceDetails,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { Person } from '../access/person.ts';
import type { Proposal } from '../access/proposals.ts';
import { ACTIONS, actionNamed, formPath, type Action } from '../actions.ts';
import { personHtml } from '../words/author.ts';
import { ITEM_WORDS } from '../words/action-items.ts';
import { day, moment, number } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** The listed proposals and the action items of a payment or contract, with buttons that resolve the items. */
export const waiting = async ({ ports, access }: PageDependencies, person: Person, id: string): Promise<Html> => {
  const items = await listActionItems(ports)([id]);
  const proposed = await access.proposals.list();
  const remediesOf = await findRemedies(ports, person, items);
  return html`${proposalsOf(proposed, id, ports.zone)}${items.map(
    (item) => html`
      <section class="waits">
        <h2>${ITEM_WORDS[item.kind].what}</h2>
        <p>${ITEM_WORDS[item.kind].next}</p>
        ${item.why !== null && html`<p class="why">${inFrench(item.why)}</p>`} ${remediesOf(item)}
      </section>
    `,
  )}`;
};

/**
 * The value of a proposal's field, in words. Undefined if the value is missing, or if the field is a file, a
 * counterparty, or `seen` (the state of the discrepancy that the person saw). The preview shows the counterparty's
 * name.
 */
export const fieldText = (
  { name, kind, choiceLabels }: Action['fields'][number],
  fields: Proposal['fields'],
): string | undefined => {
  const value = fields[name];
  if (!value || UNWORDED.includes(kind)) return undefined;
  if (kind === 'check') return 'oui';
  if (kind === 'day' || kind === 'moment') return parseDate(value) ? day(value) : value;
  if (name === 'amount' && /^\d+$/.test(value)) return number(Number(value));
  return choiceLabels[value] ?? value;
};

const UNWORDED: readonly string[] = ['file', 'seen', 'company', 'insurer', 'provider'];

/** The maximum number of discrepancies that are read to make their buttons. */
const DIFFERENCES_READ = 500;

/** The buttons of each action item. A person with the role `look` sees at most a link to the discrepancies. */
export const findRemedies = async (
  { store }: Pick<PageDependencies['ports'], 'store'>,
  person: Person,
  items: readonly ActionItem[],
): Promise<(item: ActionItem) => Html> => {
  const paymentIds = items.filter(({ kind }) => kind === 'statement_differs').map(({ id }) => id);
  const open =
    paymentIds.length === 0 ? [] : await store.statements.differences(DIFFERENCES_READ, { status: 'open', paymentIds });
  const explain = (id: string): Html | undefined => {
    const [difference, ...others] = open.filter(({ paymentId }) => paymentId === id);
    return others.length > 0 ? DIFFERENCES : difference && explainButton(person, difference);
  };
  return ({ kind, id, since }) =>
    html`<div class="actions">
      ${ITEM_WORDS[kind].remedies.map((remedy) =>
        remedy === 'statement explain'
          ? explain(id)
          : remedy === 'work run'
            ? documentsButton(person)
            : button(person, remedy, id, remedy === 'work dismiss' ? { kind, seen: since } : undefined),
      )}
    </div>`;
};

/**
 * The listed proposals about a subject, even expired ones, shown so that no person proposes or carries out the same
 * action twice.
 */
export const proposalsOf = (proposed: readonly Proposal[], id: string, zone: TimeZone): Html =>
  html`${proposed
    .filter(({ subjectId }) => subjectId === id)
    .map(({ action, fields, proposedBy: name, subject, expiresAt, isOver }) => {
      const { title = action, fields: known = [], recordsWhatIsDone } = ACTIONS.get(action) ?? {};
      const given = known.flatMap((field) =>
        field.isHidden || field.kind === 'check' ? [] : (fieldText(field, fields) ?? []),
      );
      const until = moment(expiresAt, zone);
      const over = recordsWhatIsDone
        ? html`Personne n’a confirmé cette action avant le ${until}. Vérifiez si l’opération est déjà faite. Si oui, ne
          la refaites pas : proposez de nouveau son enregistrement.`
        : html`Personne n’a confirmé cette action avant le ${until} ; elle n’a pas été exécutée.`;
      return html`<p class="alarm">
        ${personHtml({ name, subject })} a déjà proposé cette action : ${title}.
        ${given.length > 0 && `Précisions : ${given.join(', ')}.`}
        ${isOver ? over : html`Cette action est à confirmer avant le ${until} ; ne la proposez pas une seconde fois.`}
        <a href="/proposals">Voir la proposition</a>
      </p>`;
    })}`;

const DIFFERENCES = html`<a class="button quiet" href="/statement">Voir les écarts</a>`;

/**
 * A link to the form of an action. `fields` are values to fill in. The default text is the action's title. Undefined
 * for a person with the role `look`.
 */
export const button = (
  { role }: Person,
  name: ActionName,
  id: string,
  fields?: Readonly<Record<string, string>>,
  words?: string,
): Html | undefined => {
  if (role === 'look') return undefined;
  const { title, isDangerous } = actionNamed(name);
  return html`<a class="button ${isDangerous ? 'danger' : 'quiet'}" href="${formPath(name, id, fields)}"
    >${words ?? title}</a
  >`;
};

/** A link to the form that stores late documents now. */
export const documentsButton = (person: Person): Html | undefined =>
  button(person, 'work run', '-', { name: 'documents' }, 'Relancer l’édition des documents en retard');

/**
 * The action, subject and fields of the form that explains a discrepancy. `seen` is the discrepancy's current content.
 */
const explaining = (difference: DifferenceDetails) =>
  ['statement explain', difference.id, { seen: contentOfDifference(difference) }] as const;

export const explainPath = (difference: DifferenceDetails): string => formPath(...explaining(difference));

/** A link to the form that explains a discrepancy. Undefined for a person with the role `look`. */
export const explainButton = (person: Person, difference: DifferenceDetails): Html | undefined =>
  button(person, ...explaining(difference));
