import {
  partBeforeAndAfter,
  PREMIUM_PARTS,
  premiumBeforeAndAfter,
  PRICE_CHANGES,
  PRICE_DIRECTIONS,
  quotesOf,
  spaced,
  type BeforeAndAfter,
  type Francs,
  type PremiumParts,
  type PremiumTotals,
  type PriceChange,
  type Simulation,
} from '@vehicle-insurance/core';
import { table } from '../command-output.ts';

const CHANGES: Readonly<Record<PriceChange, string>> = {
  cheaper_over_20: 'cheaper by more than 20 %',
  cheaper_5_to_20: 'cheaper by 5 to 20 %',
  cheaper_up_to_5: 'cheaper by up to 5 %',
  same: 'the same',
  dearer_up_to_5: 'dearer by up to 5 %',
  dearer_5_to_20: 'dearer by 5 to 20 %',
  dearer_over_20: 'dearer by more than 20 %',
  no_longer_priced: 'no longer priced',
  newly_impossible: 'newly impossible',
};

const PARTS: Readonly<Record<keyof PremiumParts, string>> = {
  net: 'net premium',
  fees: 'fees',
  taxes: 'taxes',
  levies: 'levies and funds',
};

/** The result of a simulation, for people. Amounts are francs. */
export const simulationText = (file: string, simulation: Simulation, csv: string | undefined): string => {
  const { all, coverages, durations, usages } = simulation;
  if (all.quotes === 0) return 'No quote was created in that period.';
  return [
    [`${quotes(all.quotes)} priced with ${file}.`, ...describeCheck(simulation.versions)].join('\n'),
    changeTable(all),
    partTable(simulation),
    groupTable(
      'COVERAGE',
      coverages.map((each) => [each.coverage.name, each]),
    ),
    groupTable(
      'DURATION',
      durations.map((each) => [`${each.duration} months`, each]),
    ),
    groupTable(
      'USAGE',
      usages.map((each) => [each.usage, each]),
    ),
    ...(csv === undefined ? [] : [`Every quote is in ${csv}.`]),
  ].join('\n\n');
};

const quotes = (count: number): string => `${spaced(count)} quote${count === 1 ? '' : 's'}`;

/** How many stored premiums were confirmed, and how many could not be checked. */
const describeCheck = (versions: Simulation['versions']): readonly string[] => {
  const [kept, gone] = [versions.filter(({ isKept }) => isKept), versions.filter(({ isKept }) => !isKept)];
  const priced = kept.reduce((total, each) => total + each.quotes, 0);
  return [
    ...(kept.length === 0
      ? []
      : [
          `Checked first: the stored premiums of ${quotes(priced)} match version ${kept.map(({ version }) => version).join(', ')}.`,
        ]),
    ...gone.map(
      (each) =>
        `${quotes(each.quotes)} of version ${each.version} could not be checked: that version is no longer stored.`,
    ),
  ];
};

const changeTable = ({ quotes: all, changes }: PremiumTotals): string =>
  table(
    ['CHANGE', 'QUOTES', 'SHARE', ...COMPARED],
    PRICE_CHANGES.map((change) => {
      const { quotes: changed, ...amounts } = changes[change];
      const compared = PRICE_DIRECTIONS.unpriced.includes(change)
        ? [spaced(amounts.before), '–', '–', '–']
        : inFigures(amounts);
      return [CHANGES[change], spaced(changed), percent(changed, all), ...compared];
    }),
    1,
  );

/** The parts of the premium, each with its lines, and the total. */
const partTable = ({ all, lines }: Simulation): string =>
  table(
    ['PREMIUM', ...COMPARED],
    [
      ...PREMIUM_PARTS.flatMap((part) => [
        [PARTS[part], ...inFigures(partBeforeAndAfter(all, part))],
        ...lines.filter((line) => line.part === part).map((line) => [`  ${line.code}`, ...inFigures(line)]),
      ]),
      ['premium', ...inFigures(premiumBeforeAndAfter(all))],
    ],
    1,
  );

/** Two rows for each group: `before`, with the number of quotes by change, and `after`. */
const groupTable = (heading: string, groups: readonly (readonly [string, PremiumTotals])[]): string =>
  table(
    [heading, '', 'QUOTES', 'CHEAPER', 'SAME', 'DEARER', 'NO PRICE', 'NET', 'FEES', 'TAXES', 'LEVIES', 'PREMIUM'],
    groups.flatMap(([name, totals]) => {
      const premium = premiumBeforeAndAfter(totals);
      return [
        [
          name,
          'before',
          ...[totals.quotes, ...quotesOf(totals)].map(spaced),
          ...amounts(totals.before, premium.before),
        ],
        ['', 'after', '', '', '', '', '', ...amounts(totals.after, premium.after)],
      ];
    }),
    2,
  );

const COMPARED = ['BEFORE', 'AFTER', 'DIFFERENCE', ''];

const inFigures = ({ before, after }: BeforeAndAfter): readonly string[] => {
  const difference = after - before;
  const sign = difference > 0 ? '+' : '';
  return [
    spaced(before),
    spaced(after),
    `${sign}${spaced(difference)}`,
    before === 0 ? '–' : `${sign}${percent(difference, before)}`,
  ];
};

const amounts = (parts: PremiumParts, premium: Francs): readonly string[] =>
  [...PREMIUM_PARTS.map((part) => parts[part]), premium].map(spaced);

/** A percentage, rounded to one decimal. The table also shows the exact amounts. */
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
