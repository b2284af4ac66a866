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
    const { clock, zone } = ports;
    const today = dateOf(clock.now(), zone);
    const days = Array.from({ length: DAYS }, (_, back) => addDays(today, back - DAYS + 1));
    const figures = await figuresOf(ports, days);
    const isCut = figures.length < days.length;
    const plot = (title: string, of: (each: Figures) => number | null, shown: (value: number) => string) =>
      bars(
        title,
        figures.map((each) => ({ at: day(each.date).slice(0, 5), value: of(each), shown })),
      );
    return {
      title: 'Chiffres',
      body: html`
        <div class="plots">
          ${plot('Primes des contrats ouverts', ({ premium }) => premium, francs)}
          ${plot(
            'Devis devenus contrats (%)',
            ({ contracts, quotes }) => (quotes === 0 ? null : Math.round((100 * contracts) / quotes)),
            (share) => `${share} %`,
          )}
          ${plot(
            'Minutes entamées jusqu’à l’attestation (médiane)',
            ({ minutes }) => minutes,
            (value) => `${value} min`,
          )}
          ${plot('Remboursements', ({ refunded }) => refunded, francs)}
        </div>
        ${table(
          'Les mêmes chiffres',
          ['Jour', 'Primes', 'Devis', 'Contrats', 'Devenus contrats', 'Attestation', 'Remboursements'],
          figures.map(({ date, premium, quotes, contracts, minutes, refunded }) => [
            day(date),
            francs(premium),
            quotes,
            contracts,
            quotes === 0 ? '–' : `${Math.round((100 * contracts) / quotes)} %`,
            minutes === null ? '–' : `${minutes} min`,
            francs(refunded),
          ]),
        )}
        ${isCut && html`<p class="alarm">Les jours d’avant ne sont pas montrés : il y en a eu plus que cette page n’en lit.</p>`}
        <p>
          <small
            >Par jour de création ; le temps jusqu’à l’attestation est celui des ${TIMED} derniers contrats du
            jour.</small
          >
        </p>
      `,
    };
  },
};

interface Figures {
  readonly date: LocalDate;
  readonly premium: number;
  readonly quotes: number;
  readonly contracts: number;
  /** Median from contract to certificate; null on a day without one. */
  readonly minutes: number | null;
  readonly refunded: number;
}

/** The figures of those days of which everything is read, oldest first. */
const figuresOf = async (ports: PageDependencies['ports'], days: readonly LocalDate[]): Promise<readonly Figures[]> => {
  const { store, zone } = ports;
  const since = startOfDay(days[0] as LocalDate, zone);
  const companies = await listCompanies(ports)();
  const opened = await store.contractQueries.list({ since }, MAX);
  const contracts = byDay(opened, ({ contract }) => contract.created, zone);
  const given = (await store.paymentQueries.list({ refund: 'done' }, MAX)).flatMap(({ refund }) => refund ?? []);
  const refunds = byDay(given, ({ completed, created }) => completed ?? created, zone);
  const whole = [wholeFrom(opened.map(({ contract }) => dateOf(contract.created, zone)))];
  whole.push(wholeFrom(given.map(({ created }) => dateOf(created, zone))));
  const quotes = new Map<LocalDate, number>();
  for (const { id } of companies) {
    const last = await store.quoteQueries.count(id);
    const priced = await store.quoteQueries.priced(id, { numbers: [Math.max(1, last - MAX + 1), last], since });
    whole.push(wholeFrom(priced.map(({ created }) => dateOf(created, zone))));
    for (const [date, some] of byDay(priced, ({ created }) => created, zone))
      quotes.set(date, (quotes.get(date) ?? 0) + some.length);
  }
  const figures: Figures[] = [];
  for (const date of days.filter((each) => whole.every((first) => first === undefined || each >= first))) {
    const ofDay = contracts.get(date) ?? [];
    figures.push({
      date,
      premium: sum(ofDay.map(({ quote }) => quote.premium.amount)),
      quotes: quotes.get(date) ?? 0,
      contracts: ofDay.length,
      minutes: await minutesToCertificate(
        ports,
        ofDay.slice(0, TIMED).map(({ contract }) => contract.id),
      ),
      refunded: sum((refunds.get(date) ?? []).map(({ amount }) => amount)),
    });
  }
  return figures;
};

/** The first day of which all of a kind was read; undefined if there was no more of it than is read at most. */
const wholeFrom = (read: readonly LocalDate[]): LocalDate | undefined => {
  const [oldest] = read.toSorted();
  return read.length < MAX || oldest === undefined ? undefined : addDays(oldest, 1);
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
