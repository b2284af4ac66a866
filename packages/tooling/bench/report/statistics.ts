export interface Spread {
  readonly first: number;
  readonly median: number;
  readonly third: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  first: percentile(values, 0.25),
  median: percentile(values, 0.5),
  third: percentile(values, 0.75),
});

/** The value that is greater than this part of the values; interpolated linearly between the two nearest values. */
export const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(position)] ?? NaN, sorted[Math.ceil(position)] ?? NaN];
  return low + (high - low) * (position - Math.floor(position));
};

/** The ratios round by round, because other load on the machine affects both values of a round. */
export const ratios = (of: readonly number[], to: readonly number[]): readonly number[] =>
  of.map((value, round) => value / (to[round] ?? NaN));
