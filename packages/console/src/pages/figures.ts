import {
  addDays,
  dateOf,
  FIGURE_STEPS,
  listFigures,
  listFiguresBy,
  medianMinutesToCertificate,
  parseDate,
  TIMED_CONTRACTS,
  type FigureGroup,
  type FigureRequest,
  type FigureRow,
  type FigureStep,
  type LocalDate,
  type PeriodFigures,
  type Sums,
} from '@vehicle-insurance/core';
import { day, francs, month, number } from '../words/format.ts';
import { choice } from '../web/choice.ts';
import { downloads, exportedFile, formatIn } from '../web/exported-file.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { File, Page, Route, Visit } from '../web/route.ts';
import { table } from '../web/table.ts';
import { bars } from './bars.ts';
import { distinctInsurers, namesIn, OWN, type Names } from './names.ts';

type Ports = PageDependencies['ports'];

/** `DAYS`: the number of days shown by default, including today. `MOST`: the maximum number of periods in a chart. */
const [DAYS, MOST] = [14, 400];

const STEPS: Readonly<Record<FigureStep, string>> = { day: 'Jour', week: 'Semaine', month: 'Mois' };
const GROUPS: Readonly<Record<FigureGroup, string>> = {
  company: 'Société',
  insurer: 'Assureur',
  coverage: 'Formule',
};
const GROUP_NAMES = Object.keys(GROUPS) as readonly FigureGroup[];

interface FiguresQuery extends FigureRequest {
  readonly step: FigureStep;
  readonly group: FigureGroup;
}

interface FigureNames extends Names {
  readonly coverages: ReadonlyMap<string, string>;
}

const figureNamesIn = async (ports: Ports): Promise<FigureNames> => {
  const { coverages } = await ports.catalogue.current();
  const names = await namesIn(ports);
  return {
    ...{ ...names, insurers: distinctInsurers(names) },
    coverages: new Map(coverages.map(({ coverage: { id, name } }) => [id, name])),
  };
};

/**
 * The query in a URL; undefined if a value is not valid, the days are in the wrong order, or there are too many
 * periods.
 */
const figuresQueryIn = ({ query }: Visit, today: LocalDate): FiguresQuery | undefined => {
  const given = (name: string): string | undefined => query.get(name) || undefined;
  const from = parseDate(given('from') ?? addDays(today, 1 - DAYS));
  const until = parseDate(given('until') ?? today);
  const step = FIGURE_STEPS.find((each) => each === (given('by') ?? 'day'));
  const group = GROUP_NAMES.find((each) => each === (given('group') ?? 'company'));
  if (!from || !until || !step || !group || until < from) return undefined;
  const days = { day: 1, week: 7, month: 30 }[step] * MOST;
  if (until > addDays(from, days)) return undefined;
  const insurer = given('insurer');
  return {
    ...{ from, until, step, group, companyId: given('company'), coverageId: given('coverage') },
    insurer: insurer === OWN ? null : insurer,
  };
};

const queryOf = ({ from, until, step, group, companyId, insurer, coverageId }: FiguresQuery): string =>
  new URLSearchParams({
    ...{ from, until, by: step, group },
    ...(companyId !== undefined && { company: companyId }),
    ...(insurer !== undefined && { insurer: insurer ?? OWN }),
    ...(coverageId !== undefined && { coverage: coverageId }),
  }).toString();

const form = (
  { from, until, step, group, companyId, insurer, coverageId }: FiguresQuery,
  names: FigureNames,
): Html => html`
  <form method="get" action="/figures" class="filter">
    <label>Du <input type="date" name="from" value="${from}" required /></label>
    <label>Au <input type="date" name="until" value="${until}" required /></label>
    <label
      >Détail par
      <select name="by">
        ${FIGURE_STEPS.map((each) => html`<option value="${each}" ${each === step && 'selected'}>${STEPS[each]}</option>`)}
      </select></label
    >
    ${choice('Assureur', 'insurer', 'Tous', names.insurers, insurer === null ? OWN : insurer)}
    ${choice('Société', 'company', 'Toutes', names.companies, companyId)}
    ${choice('Formule', 'coverage', 'Toutes', names.coverages, coverageId)}
    <label
      >Répartition par
      <select name="group">
        ${GROUP_NAMES.map((each) => html`<option value="${each}" ${each === group && 'selected'}>${GROUPS[each]}</option>`)}
      </select></label
    >
    <button>Afficher</button>
  </form>
`;

const shareOf = ({ contracts, quotes }: Sums): number | null =>
  quotes === 0 ? null : Math.round((100 * contracts) / quotes);

const HEADINGS = [
  ...['Devis', 'Contrats payés', 'Taux de transformation', 'Primes émises', 'Attestations encore en attente'],
  ...['Remboursements effectués', 'Remboursements encore dus'],
] as const;

const cellsOf = (sums: Sums): readonly string[] => {
  const share = shareOf(sums);
  return [
    ...[number(sums.quotes), number(sums.contracts), share === null ? '–' : `${share} %`, francs(sums.premium)],
    ...[number(sums.certificatesPending), francs(sums.refunded), francs(sums.refundsDue)],
  ];
};

const periodText = ({ from, until }: PeriodFigures, step: FigureStep): string =>
  step === 'month' ? month(from.slice(0, 7)) : from === until ? day(from) : `${day(from)} – ${day(until)}`;

const nameOf = ({ key }: FigureRow, group: FigureGroup, { companies, insurers, coverages }: FigureNames): string => {
  if (group === 'insurer') return insurers.get(key ?? OWN) ?? 'Assureur retiré du catalogue';
  if (group === 'company') return companies.get(key ?? '') ?? '–';
  return coverages.get(key ?? '') ?? 'Formule retirée du catalogue';
};

/** The business figures of a period by day, week or month, as charts and as tables. */
export const figuresPage: Route = {
  method: 'GET',
  path: '/figures',
  answer: async (visit, { ports }): Promise<Page> => {
    const asked = figuresQueryIn(visit, dateOf(ports.uncheckedClock.now(), ports.zone));
    if (!asked) return REFUSED;
    const { step, group } = asked;
    const [names, periods, groups, minutes] = await Promise.all([
      figureNamesIn(ports),
      listFigures(ports)(asked, step),
      listFiguresBy(ports)(asked, group),
      medianMinutesToCertificate(ports)(asked),
    ]);
    const plot = (title: string, unit: string, of: (sums: Sums) => number | null, format: (value: number) => string) =>
      bars(
        title,
        unit,
        periods.map((each) => {
          const value = of(each);
          const text = periodText(each, step);
          const at =
            step === 'month' ? `${each.from.slice(5, 7)}/${each.from.slice(0, 4)}` : day(each.from).slice(0, 5);
          return { at, value, said: `${text} : ${value === null ? '–' : format(value)}` };
        }),
      );
    return {
      title: 'Chiffres clés',
      body: html`
        ${form(asked, names)}
        <div class="plots">
          ${plot('Primes émises', 'FCFA', ({ premium }) => premium, francs)}
          ${plot('Contrats payés', 'nombre', ({ contracts }) => contracts, number)}
          ${plot('Taux de transformation des devis', '%', shareOf, (share) => `${share} %`)}
          ${plot('Remboursements effectués', 'FCFA', ({ refunded }) => refunded, francs)}
        </div>
        ${table(
          `Détail par ${STEPS[step].toLowerCase()}`,
          [step === 'day' ? 'Jour' : 'Période', ...HEADINGS],
          periods.map((each) => [periodText(each, step), ...cellsOf(each)]),
          1,
        )}
        ${table(
          `Répartition par ${GROUPS[group].toLowerCase()}`,
          [GROUPS[group], ...HEADINGS],
          groups.map((each) => [nameOf(each, group, names), ...cellsOf(each)]),
          1,
        )}
        <dl>
          <dt>Délai médian entre le paiement et l’attestation</dt>
          <dd>
            ${minutes === undefined ? '–' : `${number(minutes)} min`}
            <small
              >arrondi à la minute supérieure, calculé sur les contrats de la période (les ${number(TIMED_CONTRACTS)}
              derniers au plus)</small
            >
          </dd>
        </dl>
        <div class="actions">${downloads('/figures/file', queryOf(asked))}</div>
        <p>
          <small
            >Chaque devis ou contrat est compté à sa date de création, et chaque remboursement à la date à laquelle il
            est devenu dû. Le mot « encore » se rapporte à aujourd’hui, même pour une période passée.</small
          >
        </p>
      `,
    };
  },
};

const REFUSED: Page = {
  title: 'Période non valable',
  status: 400,
  body: html`<p>
      Choisissez deux dates ; la date « Au » ne doit pas précéder la date « Du ». Pour une longue période, choisissez «
      Semaine » ou « Mois » dans la liste « Détail par ».
    </p>
    <p><a href="/figures">Retour aux chiffres clés</a></p>`,
};

const COLUMNS = [
  ...['Devis', 'Contrats payés', 'Primes émises', 'Attestations encore en attente'],
  ...['Remboursements effectués', 'Remboursements encore dus'],
].map((title) => ({ title, width: 20, kind: 'francs' }) as const);

const valuesOf = (sums: Sums): readonly number[] => [
  ...[sums.quotes, sums.contracts, sums.premium, sums.certificatesPending, sums.refunded, sums.refundsDue],
];

/** The business figures as a file: first the periods, then the groups. */
export const figuresFile: Route = {
  method: 'GET',
  path: '/figures/file',
  answer: async (visit, { ports }): Promise<File | Page> => {
    const asked = figuresQueryIn(visit, dateOf(ports.uncheckedClock.now(), ports.zone));
    const format = formatIn(visit.query);
    if (!asked || !format) return REFUSED;
    const { step, group } = asked;
    const names = await figureNamesIn(ports);
    const periods = await listFigures(ports)(asked, step);
    const groups = await listFiguresBy(ports)(asked, group);
    async function* rows() {
      yield periods.map((each) => [each.from, each.until, '', ...valuesOf(each)]);
      yield groups.map((each) => [
        asked?.from ?? '',
        asked?.until ?? '',
        nameOf(each, group, names),
        ...valuesOf(each),
      ]);
    }
    const columns = [
      { title: 'Du', width: 14, kind: 'day' },
      { title: 'Au', width: 14, kind: 'day' },
      { title: GROUPS[group], width: 32, kind: 'text' },
      ...COLUMNS,
    ] as const;
    const name = `chiffres-${asked.from}-${asked.until}`;
    return exportedFile(format, name, { name: 'Chiffres clés', columns, rows: rows() });
  },
};
