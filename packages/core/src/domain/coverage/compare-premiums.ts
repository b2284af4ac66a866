import { shareOf, type Francs, type Ratio } from '../../shared/money.ts';
import type { LineKind, Premium, PremiumLine } from './premium.ts';
import type { Unavailability } from './price.ts';

/** The parts of a premium, in francs. */
export interface PremiumParts {
  readonly net: Francs;
  readonly fees: Francs;
  readonly taxes: Francs;
  readonly levies: Francs;
}

/** The parts in the order in which they are computed. */
export const PREMIUM_PARTS = ['net', 'fees', 'taxes', 'levies'] as const satisfies readonly (keyof PremiumParts)[];

const PART_OF = {
  component: 'net',
  adjustment: 'net',
  fee: 'fees',
  tax: 'taxes',
  levy: 'levies',
} as const satisfies Readonly<Record<LineKind, keyof PremiumParts>>;

export const partOfLine = ({ kind }: Pick<PremiumLine, 'kind'>): keyof PremiumParts => PART_OF[kind];

/** The sums of a premium's lines, by part. */
export const premiumParts = ({ lines }: Premium): PremiumParts => {
  const parts = { net: 0, fees: 0, taxes: 0, levies: 0 };
  for (const line of lines) parts[partOfLine(line)] += line.amount;
  return parts;
};

/** Why a catalogue has no price for a quote that another catalogue priced. */
export type NoPrice = Unavailability | 'not_offered';

/** How another catalogue changes one premium, from the best change for the policyholder to the worst. */
export const PRICE_CHANGES = [
  'cheaper_over_20',
  'cheaper_5_to_20',
  'cheaper_up_to_5',
  'same',
  'dearer_up_to_5',
  'dearer_5_to_20',
  'dearer_over_20',
  'no_longer_priced',
  'newly_impossible',
] as const;
/** How much one premium changes. A change of exactly 5 % is `…_up_to_5`. A change of exactly 20 % is `…_5_to_20`. */
export type PriceChange = (typeof PRICE_CHANGES)[number];

const startingWith = (direction: string): readonly PriceChange[] =>
  PRICE_CHANGES.filter((change) => change.startsWith(direction));

/** The price changes grouped by direction. `unpriced` contains the changes after which there is no price. */
export const PRICE_DIRECTIONS: Readonly<Record<'cheaper' | 'same' | 'dearer' | 'unpriced', readonly PriceChange[]>> = {
  cheaper: startingWith('cheaper'),
  same: startingWith('same'),
  dearer: startingWith('dearer'),
  unpriced: ['no_longer_priced', 'newly_impossible'],
};

const LITTLE: Ratio = { parts: 5, of: 100 };
const MUCH: Ratio = { parts: 20, of: 100 };

/** Classifies a change of price, exactly to the franc. */
export const priceChange = (before: Francs, after: Francs | NoPrice): PriceChange => {
  if (typeof after !== 'number') return isRefused(after) ? 'newly_impossible' : 'no_longer_priced';
  if (after === before) return 'same';
  const direction = after < before ? 'cheaper' : 'dearer';
  const difference = Math.abs(after - before);
  const isAbove = (share: Ratio): boolean => difference > shareOf(before, share, 'down');
  if (isAbove(MUCH)) return `${direction}_over_20`;
  return isAbove(LITTLE) ? `${direction}_5_to_20` : `${direction}_up_to_5`;
};

/** Whether the coverage itself refuses the vehicle. */
const isRefused = (why: NoPrice): boolean => why === 'vehicle_too_old' || why === 'other_vehicle_type';

/**
 * Whether two premiums have the same amount and the same lines in the same order. The calculations of the lines are not
 * compared.
 */
export const isSamePremium = (one: Premium, other: Premium): boolean =>
  one.amount === other.amount &&
  one.lines.length === other.lines.length &&
  one.lines.every((line, index) => {
    const its = other.lines[index];
    return its?.code === line.code && its.kind === line.kind && its.amount === line.amount && its.label === line.label;
  });
