import { shareOf, sum, type Francs, type Ratio, type Rounding } from '../../shared/money.ts';
import type { CoefficientName, ValueName } from './tariff.ts';

/** A premium for the whole duration. The lines add up to the amount, except in some imported quotes. */
export interface Premium {
  readonly amount: Francs;
  readonly lines: readonly PremiumLine[];
}

/** The kinds of premium line. The components and the adjustment to the minimum premium make up the net premium. */
export type LineKind = 'component' | 'adjustment' | 'fee' | 'tax' | 'levy';

/** One line of a premium, as stored with the quote and printed on the contract. */
export interface PremiumLine {
  readonly code: string;
  /** In French. */
  readonly label: string;
  readonly kind: LineKind;
  readonly amount: Francs;
  /**
   * How the amount was computed. Null for a fee, for a fixed tax or levy, and for the line that raises the premium to
   * its minimum.
   */
  readonly basis: Basis | null;
}

/** How an amount was computed: `amount` times all factors, rounded once. */
export interface Basis {
  /** The origin of `amount`: the tariff, a value of the vehicle, or the lines with these codes. */
  readonly of: 'tariff' | ValueName | readonly string[];
  readonly amount: Francs;
  readonly factors: readonly Factor[];
  readonly rounding: Rounding;
}

/** A ratio by which an amount is multiplied. */
export interface Factor extends Ratio {
  readonly name: 'rate' | 'seats' | CoefficientName;
}

export const amountOf = ({ amount, factors, rounding }: Basis): Francs => shareOf(amount, productOf(factors), rounding);

export const premiumOf = (lines: readonly PremiumLine[]): Premium => ({ amount: totalOf(lines), lines });

/** The total of these lines. */
export const totalOf = (lines: readonly PremiumLine[]): Francs => sum(lines.map(({ amount }) => amount));

/** The product is a safe integer, because the bounds of a catalogue limit the number and size of the factors. */
const productOf = (factors: readonly Ratio[]): Ratio =>
  factors.reduce((product, { parts, of }) => ({ parts: product.parts * parts, of: product.of * of }), {
    parts: 1,
    of: 1,
  });
