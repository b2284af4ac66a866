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
import { day, francs } from '../words/format.ts';
import { html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { bars } from './bars.ts';

/** The number of days shown, including today. */
const DAYS = 14;
/** The maximum number of objects of a kind that are read for the page. */
const MAX = 20_000;
/** How many contracts of a day, latest first, are read for the time from contract to certificate. */
const TIMED = 10;

/** The figures of the last two weeks, as charts and as a table. */
export const figuresPage: Route = {
  method: 'GET',
  path: '/figures',
  answer: async (_, { ports }) => {
    const { uncheckedClock, zone } = ports;
    const today = dateOf(uncheckedClock.now(), zone);
    const days = Array.from({ length: DAYS }, (_, back) => addDays(today, back - DAYS + 1));
    const figures = await figuresOf(ports, days);
    const isCut = figures.some(({ premium, quotes, refunded }) => [premium, quotes, refunded].includes(null));
    const plot = (title: string, of: (each: Figures) => number | null, format: (value: number) => string) =>
      bars(
        title,
        figures.map((each) => ({ at: day(each.date).slice(0, 5), value: of(each), format })),
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
          ['Jour', 'Primes', 'Devis', 'Contrats', 'Taux de transformation', 'Délai d’émission', 'Remboursements'],
          figures.map((each) => [
            day(each.date),
            formatOrDash(each.premium, francs),
            formatOrDash(each.quotes, String),
            formatOrDash(each.contracts, String),
            formatOrDash(shareOf(each), (share) => `${share} %`),
            formatOrDash(each.minutes, (minutes) => `${minutes} min`),
            formatOrDash(each.refunded, francs),
          ]),
        )}
        ${isCut && html`<p class="alarm">Un tiret (–) signale un jour qui compte trop d’opérations pour cette page.</p>`}
        <p>
          <small
            >Chaque opération est comptée le jour de sa création. Le délai médian d’émission, arrondi à la minute
            supérieure, porte sur les ${TIMED} derniers contrats du jour.</small
          >
        </p>
      `,
    };
  },
};

/** The figures of a day; null if not all objects of that day were read. */
interface Figures {
  readonly date: LocalDate;
  readonly premium: number | null;
  readonly quotes: number | null;
  readonly contracts: number | null;
  /** Median time from contract to certificate; also null on a day without certificates. */
  readonly minutes: number | null;
  readonly refunded: number | null;
}

const shareOf = ({ contracts, quotes }: Figures): number | null =>
  contracts === null || quotes === null || quotes === 0 ? null : Math.round((100 * contracts) / quotes);

const formatOrDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

const figuresOf = async (ports: PageDependencies['ports'], days: readonly LocalDate[]): Promise<readonly Figures[]> => {
  const { store, zone } = ports;
  const since = startOfDay(days[0] as LocalDate, zone);
  const companies = await listCompanies(ports)();
  const opened = await store.contractQueries.list({ since }, MAX);
  const contracts = byDay(opened, ({ contract }) => contract.created, zone);
  const refunded = (await store.paymentQueries.list({ refund: 'done' }, MAX)).flatMap(({ refund }) => refund ?? []);
  const refunds = byDay(refunded, ({ created }) => created, zone);
  const [contractsFrom, refundsFrom] = [
    firstCompleteDay(contracts, opened.length),
    firstCompleteDay(refunds, refunded.length),
  ];
  const quotes = new Map<LocalDate, number>();
  const quotesFrom: LocalDate[] = [];
  for (const { id } of companies) {
    const last = await store.quoteQueries.count(id);
    const priced = await store.quoteQueries.priced(id, { numbers: [Math.max(1, last - MAX + 1), last], since });
    const ofCompany = byDay(priced, ({ created }) => created, zone);
    quotesFrom.push(firstCompleteDay(ofCompany, priced.length));
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

/** The first day that was read completely; any day if the limit was not reached. */
export const firstCompleteDay = (read: ReadonlyMap<LocalDate, unknown>, count: number): LocalDate => {
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
