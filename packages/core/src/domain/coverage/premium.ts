import { shareOf, sum, type Francs, type Ratio, type Rounding } from '../../shared/money.ts';
import type { CoefficientName, ValueName } from './tariff.ts';

/** A premium for the whole duration. Its lines add up to the amount exactly. */
export interface Premium {
  readonly amount: Francs;
  readonly lines: readonly PremiumLine[];
}

/** Components and the adjustment to a minimum are the net premium. */
export type LineKind = 'component' | 'adjustment' | 'fee' | 'tax' | 'levy';

/** One line of a premium, as it is kept with the quote and printed on the contract. */
export interface PremiumLine {
  readonly code: string;
  /** French. */
  readonly label: string;
  readonly kind: LineKind;
  readonly amount: Francs;
  /** How the amount was computed; null if the tariff fixes it, or if it lifts the premium to its minimum. */
  readonly basis: Basis | null;
}

/** `amount` times all factors, rounded once, is the amount of the line. */
export interface Basis {
  /** An amount of the tariff, a value of the vehicle, or the lines with these codes. */
  readonly of: 'tariff' | ValueName | readonly string[];
  readonly amount: Francs;
  readonly factors: readonly Factor[];
  readonly rounding: Rounding;
}

/** One of the shares or numbers an amount is multiplied by. */
export interface Factor extends Ratio {
  readonly name: 'rate' | 'seats' | CoefficientName;
}

/** The amount that results from a basis. */
export const amountOf = ({ amount, factors, rounding }: Basis): Francs => shareOf(amount, productOf(factors), rounding);

/** The premium these lines make. */
export const premiumOf = (lines: readonly PremiumLine[]): Premium => ({ amount: totalOf(lines), lines });

/** The total of these lines. */
export const totalOf = (lines: readonly PremiumLine[]): Francs => sum(lines.map(({ amount }) => amount));

/**
 * Exact: at most a rate, a number of seats and two coefficients, each of five digits (see the bounds of a catalogue).
 */
const productOf = (factors: readonly Ratio[]): Ratio =>
  factors.reduce((product, { parts, of }) => ({ parts: product.parts * parts, of: product.of * of }), {
    parts: 1,
    of: 1,
  });
