import { exampleChart } from '@vehicle-insurance/catalogue';
import {
  endOf,
  listClosings,
  parseMonth,
  showMonth,
  sum,
  VOUCHERS,
  type Account,
  type Balance,
  type LocalDate,
  type Month,
} from '@vehicle-insurance/core';
import { authorHtml } from '../words/author.ts';
import { failureText } from '../words/failures.ts';
import { francs, moment, month as monthInFrench, monthHtml, providerName } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import type { Person } from '../access/person.ts';
import { ledgerPath } from './ledger.ts';
import { insurerName, namesIn, OWN } from './names.ts';
import { balancesToday, counterpartiesIn } from './vouchers.ts';
import { button } from './waiting.ts';

/** The months of the books, each with its state. */
export const booksPage: Route = {
  method: 'GET',
  path: '/books',
  answer: async ({ person }, { ports }) => {
    const { closings, next } = await listClosings(ports)();
    const balances = await balancesToday(ports);
    const { insurer: insurers } = await counterpartiesIn(ports, balances);
    return {
      title: 'Comptabilité',
      body: html`
        <section>
          <h2>
            ${next ? html`Mois ouvert : <a href="/books/${next.month}">${monthHtml(next.month)}</a>` : 'Aucune écriture'}
          </h2>
          ${
            next &&
            (next.isOver
              ? html`<p>Ce mois est terminé : vous pouvez le clôturer.</p>
                  <div class="actions">${button(person, 'books close', next.month)}</div>`
              : html`<p>Ce mois n’est pas terminé. Vous pourrez le clôturer dès le premier jour du mois suivant.</p>`)
          }
          <div class="actions">
            <a class="button quiet" href="/books/ledger">Journal et grand livre</a>
            <a class="button quiet" href="/books/open">Balance âgée</a>
            <a class="button quiet" href="/books/vouchers">Pièces comptables</a>
          </div>
        </section>
        ${balances.length > 0 && insurersTable(person, insurers, balances)}
        ${table(
          'Clôtures, de la plus récente à la plus ancienne',
          ['Mois', 'Bordereaux', 'Numéro', 'Clôturé le', 'Auteur', 'Motif'],
          closings
            .toReversed()
            .map(({ month: closed, number, at, by, why }) => [
              html`<a href="/books/${closed}">${monthInFrench(closed)}</a>`,
              html`<a href="/books/${closed}/bordereaux" aria-label="Voir les bordereaux : ${monthInFrench(closed)}"
                >Voir</a
              >`,
              number,
              moment(at, ports.zone),
              by,
              why,
            ]),
        )}
      `,
    };
  },
};

/** The insurers with entries. Each has links to its ledger and to the form that records a remittance to the insurer. */
const insurersTable = (person: Person, names: ReadonlyMap<string, string>, balances: readonly Balance[]): Html => {
  const due: readonly Account[] = VOUCHERS.remittance.clears;
  const own = Map.groupBy(balances, ({ insurer }) => insurer ?? OWN);
  return table(
    'Assureurs',
    ['Assureur', 'À reverser', 'Action'],
    [...own].map(([code, lines]) => [
      html`<a href="/books/ledger?insurer=${encodeURIComponent(code)}">${names.get(code) ?? code}</a>`,
      francs(-sum(lines.filter(({ account }) => due.includes(account)).map(closingOf))),
      button(person, 'books record', '-', { kind: 'remittance', insurer: code }, 'Enregistrer un reversement'),
    ]),
    ['text', 'number', 'text'],
  );
};

/** The trial balance of a month: one table for each insurer and wallet, then the overall total. */
export const trialBalancePage: Route = {
  method: 'GET',
  path: '/books/:month',
  answer: async ({ params }, { ports }) => {
    const month = parseMonth(params['month'] ?? '');
    if (month === undefined) return { title: failureText({ code: 'month_unknown' }), body: html`${BACK}`, status: 404 };
    const { closing, balances } = await showMonth(ports)(month);
    const names = await namesIn(ports);
    const titleOf = ({ insurer, wallet }: Balance): string =>
      `${insurerName(names, insurer)}, opérateur ${providerName(wallet)}`;
    const lines = [...Map.groupBy(balances, (line) => `${titleOf(line)} ${line.account}`).values()].flatMap(addUp);
    const groups = Map.groupBy(lines, titleOf);
    return {
      title: `Balance : ${monthInFrench(month)}`,
      body: html`
        ${
          closing
            ? html`<p>
                Clôture n° ${closing.number}, le ${moment(closing.at, ports.zone)},
                ${authorHtml(closing)}.${closing.why !== null && ` Motif : ${closing.why}`}
              </p>`
            : html`<p>Ce mois n’est pas clôturé : la balance peut encore changer.</p>`
        }
        ${[...groups].map(([title, own]) => balanceTable(title, own, month))}
        ${groups.size === 0 && html`<p class="none">Aucune écriture.</p>`}
        ${groups.size > 1 && table('Total général', ['Comptes', ...SUMS], [['Total', ...sums(lines)]], 1)}
        <p>
          <small>Les numéros de compte sont donnés à titre d’exemple : faites-les valider par votre comptable.</small>
        </p>
        ${BACK}
      `,
    };
  },
};

const BACK = html`<p><a href="/books">Retour à la comptabilité</a></p>`;
const SUMS = [
  'Solde initial débiteur',
  'Solde initial créditeur',
  'Débit',
  'Crédit',
  'Solde final débiteur',
  'Solde final créditeur',
];

/** Compares account numbers as texts, digit by digit, as accountants sort trial balances. */
const byNumber = (one: Balance, other: Balance): number =>
  exampleChart[one.account].number < exampleChart[other.account].number ? -1 : 1;

const balanceTable = (title: string, lines: readonly Balance[], month: Month): Html =>
  table(
    title,
    ['Compte', ...SUMS],
    [
      ...lines
        .toSorted(byNumber)
        .map((line) => [
          html`<a href="${ledgerPath({ ...line, from: `${month}-01` as LocalDate, until: endOf(month) })}"
              >${exampleChart[line.account].number}</a
            >
            <small>${exampleChart[line.account].label}</small>`,
          ...sums([line]),
        ]),
      [html`<strong>Total</strong>`, ...sums(lines)],
    ],
    1,
  );

/** Adds up the lines of one account. An account has several lines if two insurers have the same name. */
const addUp = (same: readonly Balance[]): readonly Balance[] => {
  const total = (name: 'carried' | 'debit' | 'credit'): number => sum(same.map((line) => line[name]));
  return same
    .slice(0, 1)
    .map((line) => ({ ...line, carried: total('carried'), debit: total('debit'), credit: total('credit') }));
};

const closingOf = ({ carried, debit, credit }: Balance): number => carried + debit - credit;

/** The total of each column: opening debit and credit, movements, closing debit and credit. */
const sums = (lines: readonly Balance[]): readonly string[] => {
  const opening = lines.map(({ carried }) => carried);
  const closing = lines.map(closingOf);
  const movements = [lines.map(({ debit }) => debit), lines.map(({ credit }) => credit)];
  return [...sides(opening), ...movements, ...sides(closing)].map((amounts) => francs(sum(amounts)));
};

/** The debit balances and the credit balances, all as positive amounts. */
const sides = (balances: readonly number[]): readonly (readonly number[])[] => [
  balances.filter((balance) => balance > 0),
  balances.filter((balance) => balance < 0).map((balance) => -balance),
];
