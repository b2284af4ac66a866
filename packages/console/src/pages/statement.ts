import {
  DIFFERENCES_IN_FRENCH,
  CURRENCY,
  parseDate,
  showStatementDay,
  type DifferenceDetails,
} from '@vehicle-insurance/core';
import type { Person } from '../access/person.ts';
import { matchResultText, DIFFERENCE_REMEDIES } from '../words/differences.ts';
import { amountIn, countOf, day, moment, providerName, shortIdShown, status } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { linksTo } from './subjects.ts';
import { explainButton, explainPath } from './waiting.ts';

/** The maximum number of discrepancies of a status, and of lines of a day, on a page. */
const LIMIT = 200;

/** The discrepancies between statement and records: the open ones with instructions, and the explained ones. */
export const statementPage: Route = {
  method: 'GET',
  path: '/statement',
  answer: async ({ person }, { ports: { store, zone } }) => {
    const [open, explained] = await Promise.all(
      (['open', 'explained'] as const).map((each) => store.statements.differences(LIMIT, { status: each })),
    );
    const kinds = [...Map.groupBy(open ?? [], ({ kind }) => kind)];
    const paymentIds = [...(open ?? []), ...(explained ?? [])].map(({ paymentId }) => paymentId);
    const linkTo = await linksTo({ store }, paymentIds);
    const listed = (each: DifferenceDetails): Html => html`
      <li>
        <p class="which">
          ${linkTo(each.paymentId)}
          <small>· ${each.companyName}, écart détecté le ${moment(each.found, zone)}</small>
        </p>
        ${facts(each)}
        <div class="actions">${explainButton(person, each)}</div>
      </li>
    `;
    return {
      title: 'Relevés des prestataires',
      body: html`
        ${dayForm('')} ${kinds.length === 0 && html`<p class="none">Les relevés et nos comptes concordent.</p>`}
        ${kinds.map(
          ([kind, same]) => html`
            <section class="kind">
              <h2>${DIFFERENCES_IN_FRENCH[kind]} <small>(${countOf(same)})</small></h2>
              <p>${DIFFERENCE_REMEDIES[kind]}</p>
              <ul class="cards">
                ${same.map(listed)}
              </ul>
            </section>
          `,
        )}
        ${table(
          'Écarts justifiés, du plus récent au plus ancien',
          ['Écart', 'Paiement', 'Opération', 'Nos comptes', 'Relevé', 'Justification'],
          (explained ?? []).map((each) => [
            DIFFERENCES_IN_FRENCH[each.kind],
            linkTo(each.paymentId),
            each.transactionId,
            recorded(each),
            onStatement(each),
            each.explanation,
          ]),
        )}
      `,
    };
  },
};

/** The amount on the statement; a dash if it has no line. */
const onStatement = ({ there, currency }: DifferenceDetails): string =>
  there === null ? '–' : amountIn(there, currency);

/** The amount in our records; a dash if there is none. Its currency differs only if the statement has no line. */
const recorded = ({ here, there, currency }: DifferenceDetails): string =>
  here === null ? '–' : amountIn(here, there === null ? currency : CURRENCY);

const facts = (difference: DifferenceDetails): Html => {
  const { provider, transactionId, fee, currency } = difference;
  return html`
    <dl>
      <dt>Nos comptes</dt>
      <dd>${recorded(difference)}</dd>
      <dt>Relevé</dt>
      <dd>${onStatement(difference)} ${fee !== null && html`<small>frais : ${amountIn(fee, currency)}</small>`}</dd>
      <dt>Opération</dt>
      <dd>${providerName(provider)} <small>${transactionId ?? 'aucune'}</small></dd>
    </dl>
  `;
};

const dayForm = (typed: string): Html => html`
  <form method="get" action="/statement/day">
    <label for="day">Afficher le relevé d’un jour</label>
    <div class="line">
      <input id="day" name="day" type="date" value="${typed}" required />
      <button>Afficher</button>
    </div>
  </form>
`;

/** Every line of a day with its result, and the totals. */
export const statementDayPage: Route = {
  method: 'GET',
  path: '/statement/day',
  answer: async ({ query }, { ports }) => {
    const typed = query.get('day') ?? '';
    const date = parseDate(typed);
    if (!date)
      return {
        title: 'Relevé d’un jour',
        body: html`<p role="alert" class="alarm">Indiquez une date valable, par exemple 21/11/2026.</p>
          ${dayForm(typed)}`,
        status: 400,
      };
    const { lines, totals } = await showStatementDay(ports)(date, LIMIT);
    const all = totals.reduce((count, total) => count + total.lines, 0);
    return {
      title: `Relevé du ${day(date)}`,
      body: html`
        ${dayForm(date)}
        ${table(
          'Totaux du jour',
          ['Prestataire', 'Rapprochement', 'Opérations', 'Montant', 'Frais'],
          totals.map((total) => [
            providerName(total.provider),
            matchResultText(total.cameTo),
            total.lines,
            amountIn(total.amount, total.currency),
            amountIn(total.fees, total.currency),
          ]),
          2,
        )}
        ${table(
          'Lignes',
          ['Date', 'Opération', 'Type', 'Référence', 'Rapprochement', 'Montant', 'Frais'],
          lines.map((line) => [
            moment(line.at, ports.zone),
            html`${providerName(line.provider)} <small>${line.transactionId}</small>`,
            KINDS[line.kind],
            line.reference &&
              html`<a href="/search?q=${encodeURIComponent(line.reference)}">${shortIdShown(line.reference)}</a>`,
            matchResultText(line.cameTo),
            amountIn(line.amount, line.currency),
            amountIn(line.fee, line.currency),
          ]),
          5,
        )}
        ${all > lines.length && html`<p>${all - lines.length} autres lignes ne sont pas affichées, mais sont comptées dans les totaux.</p>`}
      `,
    };
  },
};

const KINDS = { payment: 'paiement', refund: 'remboursement', other: 'autre' } as const;

/** The discrepancies of a payment, in any status. */
export const differencesOf = ({ ports }: Pick<PageDependencies, 'ports'>, paymentId: string) =>
  ports.store.statements.differences(LIMIT, { paymentIds: [paymentId] });

/** Discrepancies as a table, the open ones with a link for a person who may act; nothing if there are none. */
export const differencesTable = ({ role }: Person, found: readonly DifferenceDetails[]): Html =>
  html`${
    found.length > 0 &&
    table(
      'Écarts avec le relevé',
      ['Écart', 'État', 'Opération', 'Nos comptes', 'Relevé', 'Justification'],
      found.map((each) => [
        DIFFERENCES_IN_FRENCH[each.kind],
        each.status === 'open' && role === 'act'
          ? html`<a href="${explainPath(each)}">à justifier</a>`
          : status('difference', each.status),
        each.transactionId,
        recorded(each),
        onStatement(each),
        each.explanation,
      ]),
    )
  }`;
