/** An amount of money in whole francs CFA (XOF has no smaller unit). Always a safe integer. */
export type Francs = number;

/** The only currency of the service (docs/api.md 1.2). */
export const CURRENCY = 'XOF';

/** How an exact fraction is rounded to whole francs. */
export type Rounding = 'half_up' | 'up' | 'down';

/** An exact fraction: `1450 / 10 000` is 14.5 %. Both numbers are safe integers, and `of` is above zero. */
export interface Ratio {
  readonly parts: number;
  readonly of: number;
}

/** A ratio in basis points: 1 450 is 14.5 %. */
export const basisPoints = (parts: number): Ratio => ({ parts, of: 10_000 });

/** `amount × ratio`, computed exactly and rounded once. Throws if the result is not a safe integer. */
export const shareOf = (amount: Francs, { parts, of }: Ratio, rounding: Rounding): Francs => {
  const exact = BigInt(amount) * BigInt(parts);
  return francs(divide(exact, BigInt(of), rounding));
};

/** The sum of the amounts. Throws if the sum is not a safe integer. */
export const sum = (amounts: readonly Francs[]): Francs =>
  francs(amounts.reduce((total, amount) => total + BigInt(amount), 0n));

/** The smallest multiple of `step` that is not below `amount`. */
export const roundUpTo = (amount: Francs, step: Francs): Francs =>
  francs(divide(BigInt(amount), BigInt(step), 'up') * BigInt(step));

/** The smallest amount that is a multiple of both steps. */
export const commonMultiple = (one: Francs, other: Francs): Francs => {
  let [divisor, rest] = [BigInt(one), BigInt(other)];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return francs((BigInt(one) * BigInt(other)) / divisor);
};

const divide = (dividend: bigint, divisor: bigint, rounding: Rounding): bigint => {
  const rest = ((dividend % divisor) + divisor) % divisor;
  const floor = (dividend - rest) / divisor;
  const roundsUp = rounding === 'up' ? rest > 0n : rounding === 'half_up' && rest * 2n >= divisor;
  return roundsUp ? floor + 1n : floor;
};

const francs = (exact: bigint): Francs => {
  const amount = Number(exact);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${exact} francs is beyond exact arithmetic`);
  return amount;
};

/** A number with separated thousands for display: 1 234 567. */
export const spaced = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
