import {
  partBeforeAndAfter,
  PREMIUM_PARTS,
  premiumBeforeAndAfter,
  PRICE_CHANGES,
  PRICE_DIRECTIONS,
  quotesOf,
  type BeforeAndAfter,
  type PremiumParts,
  type PremiumTotals,
  type PriceChange,
  type Simulation,
  type Usage,
} from '@vehicle-insurance/core';
import { francs, number } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import { table } from '../web/table.ts';
import { levels } from './levels.ts';

const CHANGES: Readonly<Record<PriceChange, string>> = {
  cheaper_over_20: 'baisse de plus de 20 %',
  cheaper_5_to_20: 'baisse de 5 à 20 %',
  cheaper_up_to_5: 'baisse de 5 % au plus',
  same: 'prime inchangée',
  dearer_up_to_5: 'hausse de 5 % au plus',
  dearer_5_to_20: 'hausse de 5 à 20 %',
  dearer_over_20: 'hausse de plus de 20 %',
  no_longer_priced: 'sans prime : cas non prévu par le nouveau tarif',
  newly_impossible: 'sans prime : véhicule refusé par la formule',
};

const PARTS: Readonly<Record<keyof PremiumParts, string>> = {
  net: 'Prime nette',
  fees: 'Accessoires',
  taxes: 'Taxes',
  levies: 'FGA et carte brune',
};

const USAGES: Readonly<Record<Usage, string>> = { pleasure: 'Promenade et affaires', renting: 'Location' };

const BEFORE_AND_AFTER = ['avant', 'après'];
const COMPARED = ['Avant', 'Après', 'Écart', 'Écart en %'];
const PREMIUMS_COMPARED = ['Prime avant', 'Prime après', 'Écart de prime', 'Écart en %'];

/**
 * The result of pricing past quotes with another catalogue, as charts and as tables. `labelOf` names the tariff's
 * lines.
 */
export const simulationReport = (
  { all, lines, coverages, durations, usages }: Simulation,
  labelOf: (code: string) => string,
): Html => html`
  <div class="plots">
    ${levels(
      'Devis par variation de prime',
      PRICE_CHANGES.map((change) => {
        const { quotes } = all.changes[change];
        return { what: CHANGES[change], values: [quotes], shown: number(quotes) };
      }),
    )}
    ${levels(
      'Effet sur l’ensemble des primes',
      [
        ...PREMIUM_PARTS.map((part) => [PARTS[part], partBeforeAndAfter(all, part)] as const),
        ['Prime totale TTC', premiumBeforeAndAfter(all)] as const,
      ].map(([what, { before, after }]) => ({
        what,
        values: [before, after],
        shown: `${number(before)} → ${francs(after)}`,
      })),
      BEFORE_AND_AFTER,
    )}
  </div>
  ${table(
    'Variation de la prime',
    ['Variation', 'Devis', 'Part des devis', ...PREMIUMS_COMPARED],
    PRICE_CHANGES.map((change) => {
      const { quotes, ...amounts } = all.changes[change];
      const compared = PRICE_DIRECTIONS.unpriced.includes(change)
        ? [number(amounts.before), '–', '–', '–']
        : inFigures(amounts);
      return [CHANGES[change], number(quotes), percent(quotes, all.quotes), ...compared];
    }),
    1,
  )}
  ${table(
    'Décompte de la prime, en francs CFA',
    ['Ligne', ...COMPARED],
    [
      ...PREMIUM_PARTS.flatMap((part) => [
        [html`<strong>${PARTS[part]}</strong>`, ...inFigures(partBeforeAndAfter(all, part))],
        ...lines.filter((line) => line.part === part).map((line) => [labelOf(line.code), ...inFigures(line)]),
      ]),
      [html`<strong>Prime totale TTC</strong>`, ...inFigures(premiumBeforeAndAfter(all))],
    ],
    1,
  )}
  ${groupTable(
    'Par formule',
    'Formule',
    coverages.map((each) => [each.coverage.name, each]),
  )}
  ${groupTable(
    'Par durée',
    'Durée',
    durations.map((each) => [`${each.duration} mois`, each]),
  )}
  ${groupTable(
    'Par usage',
    'Usage',
    usages.map((each) => [USAGES[each.usage], each]),
  )}
`;

const groupTable = (title: string, heading: string, groups: readonly (readonly [string, PremiumTotals])[]): Html =>
  table(
    title,
    [heading, 'Devis', 'En baisse', 'Inchangés', 'En hausse', 'Sans prime', ...PREMIUMS_COMPARED],
    groups.map(([name, totals]) => [
      name,
      number(totals.quotes),
      ...quotesOf(totals).map((quotes) => number(quotes)),
      ...inFigures(premiumBeforeAndAfter(totals)),
    ]),
    1,
  );

const inFigures = ({ before, after }: BeforeAndAfter): readonly string[] => {
  const difference = after - before;
  const sign = difference > 0 ? '+' : '';
  return [
    number(before),
    number(after),
    `${sign}${number(difference)}`,
    before === 0 ? '–' : `${sign}${percent(difference, before)}`,
  ];
};

/** A percentage, rounded to one decimal. The page also shows the exact amounts. */
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1).replace('.', ',')} %`;
