import {
  CAUSES_IN_FRENCH,
  counterpartyNames,
  dateOf,
  VOUCHERS,
  type Balance,
  type CounterpartyKind,
  type Instant,
  type Voucher,
} from '@vehicle-insurance/core';
import { authorCell } from '../words/author.ts';
import { day, francs, providerName } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { distinctInsurers, insurerName, namesIn, OWN } from './names.ts';
import { IS_ID } from './subjects.ts';
import { button } from './waiting.ts';

const LISTED = 50;

/** The options of the counterparty field, for each kind of counterparty: value and name. */
export type Counterparties = Readonly<Record<CounterpartyKind, ReadonlyMap<string, string>>>;

/**
 * All possible counterparties: companies, insurers of the catalogue, and insurers and providers with entries. If the
 * catalogue has no insurer, the service's own insurer is included too. No two insurers have the same label.
 */
export const counterpartiesIn = async (
  ports: PageDependencies['ports'],
  balances: readonly Balance[],
): Promise<Counterparties> => {
  const { insurers, companies: company } = await namesIn(ports);
  const booked = new Set(balances.map(({ insurer }) => insurer ?? OWN));
  const chosen = [...distinctInsurers({ insurers })].filter(
    ([code]) => code !== OWN || booked.has(OWN) || insurers.size === 1,
  );
  const former = [...booked].filter((code) => !insurers.has(code));
  return {
    company,
    insurer: new Map([...chosen, ...former.map((code) => [code, insurerName({ insurers }, code)] as const)]),
    provider: new Map(balances.map(({ wallet }) => [wallet, providerName(wallet)])),
  };
};

export const balancesToday = (ports: PageDependencies['ports']): Promise<readonly Balance[]> => {
  const today = dateOf(ports.uncheckedClock.now(), ports.zone);
  return ports.books.movements({ from: today, until: today });
};

/** The vouchers, newest first, with their authors. */
export const vouchersPage: Route = {
  method: 'GET',
  path: '/books/vouchers',
  answer: async ({ person, query }, { ports }) => {
    const [at, id] = (query.get('before') ?? '').split(' ');
    const before = at && id && MOMENT.test(at) && IS_ID.test(id) ? { at: at as Instant, id } : null;
    const found = await ports.books.vouchers(before, LISTED + 1);
    const shown = found.slice(0, LISTED);
    const last = shown.at(-1);
    const nameOf = await counterpartyNames(ports);
    const withWhom = (voucher: Voucher): string =>
      VOUCHERS[voucher.kind].counterparty === 'provider' ? providerName(nameOf(voucher)) : nameOf(voucher);
    const stateOf = ({ id, reverses, reversedBy }: (typeof shown)[number]): Html | string | undefined =>
      reverses !== null
        ? 'Contre-passe une autre pièce'
        : reversedBy !== null
          ? 'Contre-passée'
          : button(person, 'books reverse', id);
    return {
      title: 'Pièces comptables',
      body: html`
        <p>
          Une pièce est une opération que le comptable enregistre en plus des paiements. Une pièce erronée se
          contre-passe.
        </p>
        <div class="actions">${button(person, 'books record', '-')}</div>
        ${table(
          'Pièces, de la plus récente à la plus ancienne',
          ['Date comptable', 'Opération', 'Tiers', 'Référence', 'Motif', 'Auteur', 'Montant', 'État'],
          shown.map((voucher) => [
            day(voucher.bookedOn),
            CAUSES_IN_FRENCH[voucher.kind],
            withWhom(voucher),
            voucher.reference,
            voucher.why,
            authorCell(voucher),
            francs(voucher.amount),
            stateOf(voucher),
          ]),
          ['code', 'text', 'text', 'text', 'text', 'text', 'number', 'text'],
        )}
        ${found.length > LISTED && last && html`<p><a class="button quiet" href="/books/vouchers?before=${encodeURIComponent(`${last.at} ${last.id}`)}">Pièces plus anciennes</a></p>`}
        <p><a href="/books">Retour à la comptabilité</a></p>
      `,
    };
  },
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
