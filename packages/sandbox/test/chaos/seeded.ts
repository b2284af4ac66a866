import { randomInt } from 'node:crypto';

/** Another one each run; `SEED=` repeats an earlier run's choices. A title names it where choices are drawn from it. */
export const SEED = Number(process.env['SEED'] ?? randomInt(1_000_000));

/** Numbers from 0 to less than 1 that look random and are the same for the same seed. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** One of them. */
export const oneOf = <Each>(random: () => number, among: readonly Each[]): Each | undefined =>
  among[Math.floor(random() * among.length)];

/** So many of them, none twice. */
export const someOf = <Each>(random: () => number, among: readonly Each[], count: number): readonly Each[] =>
  among
    .map((each) => ({ each, drawn: random() }))
    .sort((a, b) => a.drawn - b.drawn)
    .slice(0, count)
    .map(({ each }) => each);
