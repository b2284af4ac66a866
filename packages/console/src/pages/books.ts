import { exampleChart } from '@vehicle-insurance/catalogue';
import {
  dateOf,
  endOf,
  listClosings,
  parseMonth,
  showMonth,
  sum,
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
import { ledgerPath, namesIn, OWN } from './ledger.ts';
import { button } from './waiting.ts';

/** The months of the books, with their state. */
export const booksPage: Route = {
  method: 'GET',
  path: '/books',
  answer: async ({ person }, { ports }) => {
    const { closings, next } = await listClosings(ports)();
    const { insurers } = await namesIn(ports);
    const today = dateOf(ports.uncheckedClock.now(), ports.zone);
    const balances = await ports.books.movements({ from: today, until: today });
    const codes = new Set(balances.map(({ insurer }) => insurer ?? OWN));
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
          ${
            codes.size > 0 &&
            html`<p>
              Grand livre par assureur :
              ${[...codes].map((code, at) => html`${at > 0 && ', '}<a href="/books/ledger?insurer=${encodeURIComponent(code)}">${insurers.get(code) ?? code}</a>`)}
            </p>`
          }
        </section>
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

/** The trial balance of a month, closed or open: a table for each insurer and wallet, and the total of all of them. */
export const trialBalancePage: Route = {
  method: 'GET',
  path: '/books/:month',
  answer: async ({ params }, { ports }) => {
    const month = parseMonth(params['month'] ?? '');
    if (month === undefined) return { title: failureText({ code: 'month_unknown' }), body: html`${BACK}`, status: 404 };
    const { closing, balances } = await showMonth(ports)(month);
    const { insurers = [] } = await ports.catalogue.current();
    const nameOf = (code: string | null): string =>
      code === null ? ports.insuranceCompany : (insurers.find((each) => each.code === code)?.name ?? code);
    const groups = Map.groupBy(balances, ({ insurer, wallet }) => `${nameOf(insurer)}, compte ${providerName(wallet)}`);
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
        ${[...groups].map(([title, lines]) => balanceTable(title, lines, month))}
        ${groups.size === 0 && html`<p class="none">Aucune écriture.</p>`}
        ${groups.size > 1 && table('Total général', ['Comptes', ...SUMS], [['Total', ...sums(balances)]], 1)}
        <p>
          <small>Les numéros de compte sont donnés à titre d’exemple : faites-les valider par votre comptable.</small>
        </p>
        ${BACK}
      `,
    };
  },
};

const BACK = html`<p><a href="/books">Retour à la liste des mois</a></p>`;
const SUMS = ['Report débiteur', 'Report créditeur', 'Débit', 'Crédit', 'Solde débiteur', 'Solde créditeur'];

/** Sorts by the digits of the account's number, as trial balances are sorted. */
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

/** The sums of each column: opening balances on either side, movements, and closing balances on either side. */
const sums = (lines: readonly Balance[]): readonly string[] => {
  const opening = lines.map(({ carried }) => carried);
  const closing = lines.map(({ carried, debit, credit }) => carried + debit - credit);
  const movements = [lines.map(({ debit }) => debit), lines.map(({ credit }) => credit)];
  return [...sides(opening), ...movements, ...sides(closing)].map((amounts) => francs(sum(amounts)));
};

/** The balances of accounts as debits and credits, both positive. */
const sides = (balances: readonly number[]): readonly (readonly number[])[] => [
  balances.filter((balance) => balance > 0),
  balances.filter((balance) => balance < 0).map((balance) => -balance),
];
