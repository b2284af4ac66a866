import {
  addDays,
  dateOf,
  listCompanies,
  millisecondsOf,
  startOfDay,
  sum,
  type Instant,
  type LocalDate,
  type TimeZone,
} from '@vehicle-insurance/core';
import { day, francs } from '../words/shown.ts';
import { html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { bars } from './bars.ts';

/** Days that are shown, the current one too. */
const DAYS = 14;
/** At most this many of a kind are read for the page. */
const MAX = 20_000;
/** The time to the certificate is read for this many contracts of a day, the latest. */
const TIMED = 10;

/** The figures of the last two weeks, as plots and as tables. */
export const figuresPage: Route = {
  method: 'GET',
  path: '/figures',
  answer: async (_, { ports }) => {
    const { uncheckedClock, zone } = ports;
    const today = dateOf(uncheckedClock.now(), zone);
    const days = Array.from({ length: DAYS }, (_, back) => addDays(today, back - DAYS + 1));
    const figures = await figuresOf(ports, days);
    const isCut = figures.some(({ premium, quotes, refunded }) => [premium, quotes, refunded].includes(null));
    const plot = (title: string, of: (each: Figures) => number | null, shown: (value: number) => string) =>
      bars(
        title,
        figures.map((each) => ({ at: day(each.date).slice(0, 5), value: of(each), shown })),
      );
    return {
      title: 'Chiffres clés',
      body: html`
        <div class="plots">
          ${plot('Primes émises', ({ premium }) => premium, francs)}
          ${plot('Taux de transformation des devis', shareOf, (share) => `${share} %`)}
          ${plot(
            'Délai médian d’émission de l’attestation',
            ({ minutes }) => minutes,
            (value) => `${value} min`,
          )}
          ${plot('Remboursements', ({ refunded }) => refunded, francs)}
        </div>
        ${table(
          'Détail par jour',
          ['Jour', 'Primes', 'Devis', 'Contrats', 'Taux de transformation', 'Délai d’attestation', 'Remboursements'],
          figures.map((each) => [
            day(each.date),
            shownOr(each.premium, francs),
            shownOr(each.quotes, String),
            shownOr(each.contracts, String),
            shownOr(shareOf(each), (share) => `${share} %`),
            shownOr(each.minutes, (minutes) => `${minutes} min`),
            shownOr(each.refunded, francs),
          ]),
        )}
        ${isCut && html`<p class="alarm">Les jours marqués d’un tiret (–) ont trop d’opérations pour cette page.</p>`}
        <p>
          <small
            >Chiffres par jour de création. Le délai d’attestation, en minutes entamées, porte sur les ${TIMED} derniers
            contrats du jour.</small
          >
        </p>
      `,
    };
  },
};

/** The figures of a day; null where not everything of that day is read. */
interface Figures {
  readonly date: LocalDate;
  readonly premium: number | null;
  readonly quotes: number | null;
  readonly contracts: number | null;
  /** Median from contract to certificate; null on a day without one as well. */
  readonly minutes: number | null;
  readonly refunded: number | null;
}

const shareOf = ({ contracts, quotes }: Figures): number | null =>
  contracts === null || quotes === null || quotes === 0 ? null : Math.round((100 * contracts) / quotes);

const shownOr = (value: number | null, shown: (value: number) => string): string =>
  value === null ? '–' : shown(value);

const figuresOf = async (ports: PageDependencies['ports'], days: readonly LocalDate[]): Promise<readonly Figures[]> => {
  const { store, zone } = ports;
  const since = startOfDay(days[0] as LocalDate, zone);
  const companies = await listCompanies(ports)();
  const opened = await store.contractQueries.list({ since }, MAX);
  const contracts = byDay(opened, ({ contract }) => contract.created, zone);
  const given = (await store.paymentQueries.list({ refund: 'done' }, MAX)).flatMap(({ refund }) => refund ?? []);
  const refunds = byDay(given, ({ created }) => created, zone);
  const [contractsFrom, refundsFrom] = [wholeFrom(contracts, opened.length), wholeFrom(refunds, given.length)];
  const quotes = new Map<LocalDate, number>();
  const quotesFrom: LocalDate[] = [];
  for (const { id } of companies) {
    const last = await store.quoteQueries.count(id);
    const priced = await store.quoteQueries.priced(id, { numbers: [Math.max(1, last - MAX + 1), last], since });
    const ofCompany = byDay(priced, ({ created }) => created, zone);
    quotesFrom.push(wholeFrom(ofCompany, priced.length));
    for (const [date, some] of ofCompany) quotes.set(date, (quotes.get(date) ?? 0) + some.length);
  }
  const figures: Figures[] = [];
  for (const date of days) {
    const ofDay = contracts.get(date) ?? [];
    const areContractsWhole = date >= contractsFrom;
    figures.push({
      date,
      premium: areContractsWhole ? sum(ofDay.map(({ quote }) => quote.premium.amount)) : null,
      quotes: quotesFrom.every((first) => date >= first) ? (quotes.get(date) ?? 0) : null,
      contracts: areContractsWhole ? ofDay.length : null,
      minutes: await minutesToCertificate(
        ports,
        ofDay.slice(0, TIMED).map(({ contract }) => contract.id),
      ),
      refunded: date >= refundsFrom ? sum((refunds.get(date) ?? []).map(({ amount }) => amount)) : null,
    });
  }
  return figures;
};

/** The first day of which everything was read: any, if there was no more than is read at most. */
export const wholeFrom = (read: ReadonlyMap<LocalDate, unknown>, count: number): LocalDate => {
  const [oldest] = [...read.keys()].toSorted();
  return count < MAX || oldest === undefined ? ('' as LocalDate) : addDays(oldest, 1);
};

const byDay = <Thing>(
  things: readonly Thing[],
  created: (thing: Thing) => Instant,
  zone: TimeZone,
): ReadonlyMap<LocalDate, readonly Thing[]> => Map.groupBy(things, (thing) => dateOf(created(thing), zone));

const minutesToCertificate = async (
  { store }: PageDependencies['ports'],
  ids: readonly string[],
): Promise<number | null> => {
  const all = (await Promise.all(ids.map((id) => store.contractQueries.inspect(id)))).flatMap((details) => {
    const issued = details?.history.find(({ what, to }) => what === 'certificate' && to === 'issued');
    return details && issued ? [millisecondsOf(issued.at) - millisecondsOf(details.contract.created)] : [];
  });
  const middle = all.sort((one, other) => one - other)[Math.floor(all.length / 2)];
  return middle === undefined ? null : Math.ceil(middle / 60_000);
};
