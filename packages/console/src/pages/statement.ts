import {
  DIFFERENCES_IN_FRENCH,
  expectedFees,
  parseDate,
  showStatementDay,
  type DifferenceDetails,
  type StatementImport,
  type StatementShown,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { Person } from '../access/person.ts';
import { matchResultText, DIFFERENCE_REMEDIES } from '../words/differences.ts';
import { authorCell } from '../words/author.ts';
import { amountIn, countOf, day, moment, number, period, providerName, status } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { linksTo } from './subjects.ts';
import { button, explainButton, explainPath } from './waiting.ts';

/** The maximum number of discrepancies of one status, and of lines of a day, on a page. */
const LIMIT = 200;
const IMPORTS = 20;

/**
 * The discrepancies between statement and records: open discrepancies with instructions, and explained discrepancies.
 */
export const statementPage: Route = {
  method: 'GET',
  path: '/statement',
  answer: async ({ person }, { ports }) => {
    const { store, zone } = ports;
    const [open, explained] = await Promise.all(
      (['open', 'explained'] as const).map((each) => store.statements.differences(LIMIT, { status: each })),
    );
    const kinds = [...Map.groupBy(open ?? [], ({ kind }) => kind)];
    const paymentIds = [...(open ?? []), ...(explained ?? [])].map(({ paymentId }) => paymentId);
    const linkTo = await linksTo({ store }, paymentIds);
    const fees = await expectedFees(ports)([...(open ?? []), ...(explained ?? [])]);
    const listed = (each: DifferenceDetails): Html => html`
      <li>
        <p class="which">
          ${linkTo(each.paymentId)}
          <small>· ${each.companyName}, écart détecté le ${moment(each.found, zone)}</small>
        </p>
        ${facts(each, fees)}
        <div class="actions">${explainButton(person, each)}</div>
      </li>
    `;
    return {
      title: 'Relevés des opérateurs de paiement',
      body: html`
        <div class="actions">${button(person, 'statement import', '-')}</div>
        ${dayForm('')} ${kinds.length === 0 && html`<p class="none">Aucun écart à traiter.</p>`}
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
          ['Écart', 'Paiement', 'N° de transaction', 'Nos comptes', 'Relevé', 'Justification'],
          (explained ?? []).map((each) => [
            DIFFERENCES_IN_FRENCH[each.kind],
            linkTo(each.paymentId),
            each.transactionId,
            ourSide(each, fees),
            theirSide(each),
            each.explanation,
          ]),
          ['text', 'text', 'text', 'number', 'number', 'text'],
        )}
        ${importTable(await store.statements.imports(IMPORTS), zone)}
      `,
    };
  },
};

const importTable = (imports: readonly StatementImport[], zone: TimeZone): Html =>
  table(
    'Relevés importés, du plus récent au plus ancien',
    ['Importé le', 'Opérateur de paiement', 'Période', 'Lignes', 'Dont nouvelles ou modifiées', 'Auteur', 'Motif'],
    imports.map(({ at, provider, from, until, lines, kept, why, ...author }) => [
      moment(at, zone),
      providerName(provider),
      from === null || until === null ? null : period(from, until),
      number(lines),
      number(kept),
      authorCell(author),
      why,
    ]),
  );

/** The amount on the statement; a dash if the statement has no such line. */
const onStatement = ({ there, currency }: DifferenceDetails): string =>
  there === null ? '–' : amountIn(there, currency);

/** The movement in our records, in its own currency; a dash if there is none. */
const recorded = ({ here, hereCurrency }: DifferenceDetails): string =>
  here === null ? '–' : amountIn(here, hereCurrency);

/** The fee that we expected, by the id of the discrepancy of kind `other_fee`. */
type Fees = ReadonlyMap<string, number>;

/** The value in our records that differs: the expected fee, or the amount. */
const ourSide = (difference: DifferenceDetails, fees: Fees): string => {
  if (difference.kind !== 'other_fee') return recorded(difference);
  const fee = fees.get(difference.id);
  return fee === undefined ? '–' : amountIn(fee, difference.currency);
};

/** The value on the statement that differs: the fee, or the amount. */
const theirSide = (difference: DifferenceDetails): string => {
  const { kind, fee, currency } = difference;
  return kind === 'other_fee' && fee !== null ? amountIn(fee, currency) : onStatement(difference);
};

const facts = (difference: DifferenceDetails, fees: Fees): Html => {
  const { kind, provider, transactionId, fee, currency } = difference;
  const isFee = kind === 'other_fee';
  return html`
    <dl>
      <dt>${isFee ? 'Frais attendus' : 'Nos comptes'}</dt>
      <dd>${ourSide(difference, fees)}</dd>
      <dt>${isFee ? 'Frais selon le relevé' : 'Relevé'}</dt>
      <dd>
        ${theirSide(difference)}
        ${isFee ? html`<small>pour un montant de ${onStatement(difference)}</small>` : fee !== null && html`<small>frais de l’opérateur : ${amountIn(fee, currency)}</small>`}
      </dd>
      <dt>Opérateur de paiement</dt>
      <dd>
        ${providerName(provider)}
        <small>${transactionId === null ? 'aucune transaction' : `n° de transaction ${transactionId}`}</small>
      </dd>
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

/** A day's statement: each line with its match result, and the totals. */
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
    const linkTo = await linksTo(
      ports,
      lines.flatMap(({ reference }) => reference ?? []),
    );
    const all = totals.reduce((count, total) => count + total.lines, 0);
    return {
      title: `Relevé du ${day(date)}`,
      body: html`
        ${dayForm(date)}
        ${table(
          'Totaux du jour',
          ['Opérateur de paiement', 'Rapprochement', 'Opérations', 'Montant', 'Frais de l’opérateur'],
          totals.map((total) => [
            providerName(total.provider),
            matchResultText(total.matchResult),
            number(total.lines),
            amountIn(total.amount, total.currency),
            amountIn(total.fees, total.currency),
          ]),
          2,
        )}
        ${lineTable('Lignes du relevé', lines, linkTo, ports.zone)}
        ${all > lines.length && html`<p>Lignes non affichées, mais comptées dans les totaux : ${number(all - lines.length)}.</p>`}
      `,
    };
  },
};

export const lineTable = (
  caption: string,
  lines: StatementShown['lines'],
  linkTo: (reference: string) => Html,
  zone: TimeZone,
): Html =>
  table(
    caption,
    ['Date', 'N° de transaction', 'Nature', 'Paiement', 'Rapprochement', 'Montant', 'Frais de l’opérateur'],
    lines.map((line) => [
      moment(line.at, zone),
      html`${line.transactionId} <small>${providerName(line.provider)}</small>`,
      LINE_KINDS[line.kind],
      line.reference && linkTo(line.reference),
      matchResultText(line.matchResult),
      amountIn(line.amount, line.currency),
      amountIn(line.fee, line.currency),
    ]),
    5,
  );

export const LINE_KINDS = { payment: 'paiement', refund: 'remboursement', other: 'autre' } as const;

/** The discrepancies of a payment, in any status. */
export const differencesOf = ({ ports }: Pick<PageDependencies, 'ports'>, paymentId: string) =>
  ports.store.statements.differences(LIMIT, { paymentIds: [paymentId] });

/**
 * Discrepancies as a table; empty without discrepancies. Open discrepancies have a link to their form if the person's
 * role is `act`.
 */
export const differencesTable = ({ role }: Person, found: readonly DifferenceDetails[], fees: Fees): Html =>
  html`${
    found.length > 0 &&
    table(
      'Écarts avec le relevé',
      ['Écart', 'État', 'N° de transaction', 'Nos comptes', 'Relevé', 'Justification'],
      found.map((each) => [
        DIFFERENCES_IN_FRENCH[each.kind],
        each.status === 'open' && role === 'act'
          ? html`<a href="${explainPath(each)}">à justifier</a>`
          : status('difference', each.status),
        each.transactionId,
        ourSide(each, fees),
        theirSide(each),
        each.explanation,
      ]),
      ['text', 'code', 'text', 'number', 'number', 'text'],
    )
  }`;
