import { randomInt } from 'node:crypto';

/** A new seed for each run; `SEED=` repeats an earlier run's choices. Titles of tests that use it contain it. */
export const SEED = Number(process.env['SEED'] ?? randomInt(1_000_000));

export const oneOf = <Each>(random: () => number, among: readonly Each[]): Each | undefined =>
  among[Math.floor(random() * among.length)];

export const someOf = <Each>(random: () => number, among: readonly Each[], count: number): readonly Each[] =>
  among
    .map((each) => ({ each, drawn: random() }))
    .sort((a, b) => a.drawn - b.drawn)
    .slice(0, count)
    .map(({ each }) => each);
