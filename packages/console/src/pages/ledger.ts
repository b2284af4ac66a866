import { ledgerTable } from '@vehicle-insurance/bordereaux';
import { exampleChart } from '@vehicle-insurance/catalogue';
import {
  ageOpenAmounts,
  CAUSES_IN_FRENCH,
  dateOf,
  parseDate,
  type Account,
  type Balance,
  type LocalDate,
  type PostingFilter,
} from '@vehicle-insurance/core';
import { day, francs, number, ofPeriod, providerName } from '../words/format.ts';
import { choice } from '../web/choice.ts';
import { downloads, exportedFile, formatIn } from '../web/exported-file.ts';
import { html, type Html } from '../web/html.ts';
import type { File, Page, Route, Visit } from '../web/route.ts';
import { table } from '../web/table.ts';
import { codesOfName, insurerName, namesIn, OWN, type Names } from './names.ts';
import { IS_ID, linksTo } from './subjects.ts';

const LINES = 50;
/** `MOST_OPEN`: how many open amounts are added up. `LISTED`: how many of them are listed. */
const [MOST_OPEN, LISTED] = [10_000, 200];

const ACCOUNTS = (Object.keys(exampleChart) as readonly Account[]).toSorted((one, other) =>
  exampleChart[one].number < exampleChart[other].number ? -1 : 1,
);

const accountText = (account: Account): string => `${exampleChart[account].number} ${exampleChart[account].label}`;

/**
 * The filter in a URL. `insurer` is an insurer's code, or null for the insurer of the service's configuration. Either
 * selects every insurer with the same name.
 */
interface LedgerChoice extends Omit<PostingFilter, 'insurers'> {
  readonly insurer?: string | null | undefined;
}

const filterOf = ({ insurer, ...others }: LedgerChoice, names: Names): PostingFilter => ({
  ...others,
  insurers: insurer === undefined ? undefined : codesOfName(names, insurer),
});

/**
 * The filter in a URL; by default the current month. Undefined if a day or an account does not exist, or if the days
 * are in the wrong order.
 */
const choiceIn = ({ query }: Visit, today: LocalDate): LedgerChoice | undefined => {
  const given = (name: string): string | undefined => query.get(name) || undefined;
  const from = parseDate(given('from') ?? `${today.slice(0, 7)}-01`);
  const until = parseDate(given('until') ?? today);
  const account = ACCOUNTS.find((each) => each === given('account'));
  const insurer = given('insurer');
  if (!from || !until || until < from || (given('account') !== undefined && account === undefined)) return undefined;
  const company = given('company');
  return {
    ...{ from, until, account, wallet: given('wallet'), insurer: insurer === OWN ? null : insurer },
    companyId: company !== undefined && IS_ID.test(company) ? company : undefined,
  };
};

const queryOf = ({ from, until, account, insurer, companyId, wallet }: LedgerChoice): string =>
  new URLSearchParams(
    Object.entries({
      from,
      until,
      account,
      insurer: insurer === null ? OWN : insurer,
      company: companyId,
      wallet,
    }).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();

export const ledgerPath = (chosen: LedgerChoice): string => `/books/ledger?${queryOf(chosen)}`;

/** The filter's form. Insurers with the same name are one option. */
const filterForm = (filter: LedgerChoice, names: Names, wallets: ReadonlySet<string>): Html => {
  const codes = new Map([...names.insurers].map(([code, name]) => [name, code]));
  const insurer = filter.insurer === undefined ? undefined : codes.get(insurerName(names, filter.insurer));
  return html`
    <form method="get" action="/books/ledger" class="filter">
      <label>Du <input type="date" name="from" value="${filter.from}" required /></label>
      <label>Au <input type="date" name="until" value="${filter.until}" required /></label>
      ${choice(
        'Compte',
        'account',
        'Tous',
        ACCOUNTS.map((each) => [each, accountText(each)] as const),
        filter.account,
      )}
      ${choice(
        'Assureur',
        'insurer',
        'Tous',
        [...codes].map(([name, code]) => [code, name] as const),
        insurer,
      )}
      ${choice('Société', 'company', 'Toutes', names.companies, filter.companyId)}
      ${choice(
        'Opérateur de paiement',
        'wallet',
        'Tous',
        [...wallets].map((each) => [each, providerName(each)] as const),
        filter.wallet,
      )}
      <button>Afficher</button>
    </form>
  `;
};

const sumOf = (balances: readonly Balance[], name: 'carried' | 'debit' | 'credit'): number =>
  balances.reduce((total, balance) => total + balance[name], 0);

/** A balance with « débiteur » or « créditeur », as accountants write it. */
const sided = (amount: number): string =>
  amount === 0 ? francs(0) : `${francs(Math.abs(amount))} ${amount > 0 ? 'débiteur' : 'créditeur'}`;

/** The journal of a period or the ledger of one account, page by page, with the balances. */
export const ledgerPage: Route = {
  method: 'GET',
  path: '/books/ledger',
  answer: async (visit, { ports }): Promise<Page> => {
    const today = dateOf(ports.uncheckedClock.now(), ports.zone);
    const chosen = choiceIn(visit, today);
    if (!chosen) return REFUSED;
    const names = await namesIn(ports);
    const filter = filterOf(chosen, names);
    const [on, id, at] = (visit.query.get('after') ?? '').split(' ');
    const after =
      on && id && at && parseDate(on) && IS_ID.test(id) && /^\d{1,6}$/.test(at)
        ? { bookedOn: on as LocalDate, id, number: Number(at) }
        : null;
    const [balances, found] = await Promise.all([
      ports.books.movements(filter),
      ports.books.lines(filter, after, LINES + 1),
    ]);
    const shown = found.slice(0, LINES);
    const last = shown.at(-1);
    const linkTo = await linksTo(
      ports,
      shown.flatMap(({ paymentId }) => paymentId ?? []),
    );
    const [carried, debit, credit] = (['carried', 'debit', 'credit'] as const).map((name) => sumOf(balances, name));
    const query = queryOf(chosen);
    const insurer = chosen.insurer === undefined ? undefined : insurerName(names, chosen.insurer);
    const subject = [filter.account && accountText(filter.account), insurer].filter((each) => each).join(', ');
    return {
      title: subject === '' ? 'Journal' : `Grand livre : ${subject}`,
      body: html`
        ${filterForm(chosen, names, new Set(balances.map(({ wallet }) => wallet)))}
        ${
          filter.account === undefined
            ? table(
                `Comptes ${ofPeriod(filter.from, filter.until)}`,
                ['Compte', 'Solde initial', 'Débit', 'Crédit', 'Solde final'],
                ACCOUNTS.flatMap((account) => {
                  const own = balances.filter((each) => each.account === account);
                  if (own.length === 0) return [];
                  const [opening = 0, received = 0, given = 0] = (['carried', 'debit', 'credit'] as const).map((name) =>
                    sumOf(own, name),
                  );
                  return [
                    [
                      html`<a href="${ledgerPath({ ...chosen, account })}">${accountText(account)}</a>`,
                      sided(opening),
                      francs(received),
                      francs(given),
                      sided(opening + received - given),
                    ],
                  ];
                }),
                1,
              )
            : html`<dl>
                <dt>Solde initial au ${day(filter.from)}</dt>
                <dd>${sided(carried ?? 0)}</dd>
                <dt>Débit de la période</dt>
                <dd>${francs(debit ?? 0)}</dd>
                <dt>Crédit de la période</dt>
                <dd>${francs(credit ?? 0)}</dd>
                <dt>Solde final au ${day(filter.until)}</dt>
                <dd>${sided((carried ?? 0) + (debit ?? 0) - (credit ?? 0))}</dd>
              </dl>`
        }
        ${table(
          'Écritures',
          ['Date comptable', 'Libellé', 'Paiement ou pièce', 'Compte', 'Société', 'Débit', 'Crédit'],
          shown.map(({ bookedOn, cause, paymentId, account, companyId, amount }) => [
            day(bookedOn),
            CAUSES_IN_FRENCH[cause],
            paymentId === null ? VOUCHERS_LINK : linkTo(paymentId),
            accountText(account),
            names.companies.get(companyId) ?? '–',
            amount > 0 ? francs(amount) : '',
            amount < 0 ? francs(-amount) : '',
          ]),
          5,
        )}
        <div class="actions">
          ${found.length > LINES && last && html`<a class="button quiet" href="/books/ledger?${query}&after=${encodeURIComponent(`${last.bookedOn} ${last.id} ${last.number}`)}">Écritures suivantes</a>`}
          ${downloads('/books/ledger/file', query)}
        </div>
        ${BACK}
      `,
    };
  },
};

const VOUCHERS_LINK = html`<a href="/books/vouchers">Pièce comptable</a>`;

const BACK = html`<p><a href="/books">Retour à la comptabilité</a></p>`;

const REFUSED: Page = {
  title: 'Période non valable',
  status: 400,
  body: html`<p>
      Choisissez deux dates et un compte dans la liste. La date « Au » ne doit pas précéder la date « Du ».
    </p>
    <p><a href="/books/ledger">Retour au journal</a></p>`,
};

/** The lines of a period as a file. The server reads the lines while it sends the file. */
export const ledgerFile: Route = {
  method: 'GET',
  path: '/books/ledger/file',
  answer: async (visit, { ports }): Promise<File | Page> => {
    const chosen = choiceIn(visit, dateOf(ports.uncheckedClock.now(), ports.zone));
    const format = formatIn(visit.query);
    if (!chosen || !format) return REFUSED;
    const filter = filterOf(chosen, await namesIn(ports));
    const name = `${filter.account === undefined ? 'journal' : `grand-livre-${exampleChart[filter.account].number}`}-${filter.from}-${filter.until}`;
    return exportedFile(format, name, await ledgerTable(ports, filter, exampleChart));
  },
};

/** The open amounts of accounts that should be at zero, by age, with their payments. */
export const openAmountsPage: Route = {
  method: 'GET',
  path: '/books/open',
  answer: async (_, { ports }): Promise<Page> => {
    const today = dateOf(ports.uncheckedClock.now(), ports.zone);
    const open = await ports.books.openAmounts(today, MOST_OPEN);
    const { amounts, totals } = ageOpenAmounts(open, today);
    const { insurers, companies } = await namesIn(ports);
    const shown = amounts.slice(0, LISTED);
    const linkTo = await linksTo(
      ports,
      shown.map(({ paymentId }) => paymentId),
    );
    return {
      title: 'Balance âgée',
      body: html`
        <p>
          Les comptes ci-dessous doivent revenir à zéro pour chaque paiement. Traitez d’abord les sommes les plus
          anciennes.
        </p>
        ${open.length === MOST_OPEN && html`<p class="alarm">Seules les ${number(MOST_OPEN)} sommes les plus anciennes sont prises en compte.</p>`}
        ${table(
          'Par ancienneté',
          [
            'Compte',
            'Nombre de paiements',
            'Jusqu’à 30 jours',
            '31 à 60 jours',
            '61 à 90 jours',
            'Plus de 90 jours',
            'Solde',
          ],
          totals.map(({ account, count, amount, byAge }) => [
            html`<a href="${ledgerPath({ from: `${today.slice(0, 4)}-01-01` as LocalDate, until: today, account })}"
              >${accountText(account)}</a
            >`,
            number(count),
            ...byAge.map(sided),
            sided(amount),
          ]),
          1,
        )}
        ${table(
          amounts.length > LISTED ? `Les ${LISTED} sommes les plus anciennes` : 'Détail',
          ['Depuis', 'Ancienneté', 'Compte', 'Paiement', 'Société', 'Assureur', 'Opérateur de paiement', 'Solde'],
          shown.map(({ since, days, account, paymentId, companyId, insurer, wallet, amount }) => [
            day(since),
            `${number(days)} ${days < 2 ? 'jour' : 'jours'}`,
            exampleChart[account].label,
            linkTo(paymentId),
            companies.get(companyId) ?? '–',
            insurerName({ insurers }, insurer),
            providerName(wallet),
            sided(amount),
          ]),
          7,
        )}
        ${BACK}
      `,
    };
  },
};
