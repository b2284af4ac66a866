/** Numbers that look random, always the same from a seed on. */
export interface Random {
  /** A whole number from zero until before `end`. */
  readonly below: (end: number) => number;
  readonly of: <Values extends readonly [unknown, ...unknown[]]>(values: Values) => Values[number];
}

/** Mulberry32: a million histories are drawn in a second. */
export const randomFrom = (seed: number): Random => {
  let state = seed | 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, of: (values) => values[below(values.length)] ?? values[0] };
};
