import { sum, type Francs } from '../../shared/money.ts';
import {
  partOfLine,
  PREMIUM_PARTS,
  premiumParts,
  PRICE_CHANGES,
  PRICE_DIRECTIONS,
  type PremiumParts,
  type PriceChange,
} from './compare-premiums.ts';
import type { Premium, PremiumLine } from './premium.ts';

interface WithParts {
  readonly premium: Premium;
  readonly parts: PremiumParts;
}

/**
 * A quote's stored premium (`before`), and the quote's premium under another catalogue (`after`). `after` is null if
 * the other catalogue has no price.
 */
export interface ComparedPremium {
  readonly before: WithParts;
  readonly after: WithParts | null;
  readonly change: PriceChange;
}

/** Pairs a stored premium with the premium under another catalogue, and computes the parts of both. */
export const comparePremium = (before: Premium, after: Premium | null, change: PriceChange): ComparedPremium => ({
  before: withParts(before),
  after: after && withParts(after),
  change,
});

const withParts = (premium: Premium): WithParts => ({ premium, parts: premiumParts(premium) });

/** A total of stored premiums (`before`), and the total under the other catalogue (`after`). */
export interface BeforeAndAfter<Amount = Francs> {
  readonly before: Amount;
  readonly after: Amount;
}

/**
 * The totals of many premiums. `before` and `after` sum up only the premiums that have a price in both catalogues.
 * `changes` also contains the premiums that lose their price.
 */
export interface PremiumTotals extends BeforeAndAfter<PremiumParts> {
  readonly quotes: number;
  readonly changes: Readonly<Record<PriceChange, BeforeAndAfter & { readonly quotes: number }>>;
}

/** The total of one part of the premiums, before and after. */
export const partBeforeAndAfter = ({ before, after }: PremiumTotals, part: keyof PremiumParts): BeforeAndAfter => ({
  before: before[part],
  after: after[part],
});

/** The total of the premiums, before and after. */
export const premiumBeforeAndAfter = ({ before, after }: PremiumTotals): BeforeAndAfter => ({
  before: sum(PREMIUM_PARTS.map((part) => before[part])),
  after: sum(PREMIUM_PARTS.map((part) => after[part])),
});

/** The numbers of quotes that become cheaper, stay the same, become dearer, and lose their price. */
export const quotesOf = ({ changes }: PremiumTotals): readonly number[] =>
  Object.values(PRICE_DIRECTIONS).map((direction) => sum(direction.map((change) => changes[change].quotes)));

/** The totals of the lines with one code, for the premiums that have a price in both catalogues. */
export interface LineTotals extends BeforeAndAfter, Pick<PremiumLine, 'code'> {
  readonly part: keyof PremiumParts;
}

/** Adds up premiums one at a time, without keeping them. */
export interface Adder<Totals> {
  add(compared: ComparedPremium): void;
  /** The totals so far. In a `premiumAdder`, throws if a sum is not a safe integer. */
  totals(): Totals;
}

type Growing<Amount> = { -readonly [Name in keyof Amount]: Amount[Name] };

/** Sums up premiums, grouped by price change. */
export const premiumAdder = (): Adder<PremiumTotals> => {
  let quotes = 0;
  const [before, after] = [noFrancs(), noFrancs()];
  const changes = Object.fromEntries(
    PRICE_CHANGES.map((change) => [change, { quotes: 0, before: 0, after: 0 }]),
  ) as Record<PriceChange, { quotes: number; before: Francs; after: Francs }>;
  const addParts = (to: Growing<PremiumParts>, { parts }: WithParts): void => {
    for (const part of PREMIUM_PARTS) to[part] += parts[part];
  };
  return {
    add: (compared) => {
      quotes += 1;
      const changed = changes[compared.change];
      changed.quotes += 1;
      changed.before += compared.before.premium.amount;
      if (!compared.after) return;
      changed.after += compared.after.premium.amount;
      addParts(before, compared.before);
      addParts(after, compared.after);
    },
    totals: () => {
      const all = Object.values(changes);
      sum(all.map((each) => each.before));
      sum(all.map((each) => each.after));
      return { quotes, changes, before, after };
    },
  };
};

/** Sums up the lines of premiums by code, in the order of the parts of a premium. */
export const lineAdder = (): Adder<readonly LineTotals[]> => {
  const known = (): Map<string, Growing<LineTotals>> => new Map();
  const lines = { net: known(), fees: known(), taxes: known(), levies: known() };
  const addLines = (side: keyof BeforeAndAfter, { premium }: WithParts): void => {
    for (const line of premium.lines) {
      const part = partOfLine(line);
      const totals = lines[part].get(line.code) ?? { part, code: line.code, before: 0, after: 0 };
      totals[side] += line.amount;
      lines[part].set(line.code, totals);
    }
  };
  return {
    add: ({ before, after }) => {
      if (!after) return;
      addLines('before', before);
      addLines('after', after);
    },
    totals: () => PREMIUM_PARTS.flatMap((part) => [...lines[part].values()]),
  };
};

const noFrancs = (): Growing<PremiumParts> => ({ net: 0, fees: 0, taxes: 0, levies: 0 });
