import { HAPPENINGS, type HappeningName } from './happenings.ts';
import { BrokenLaw } from './hold.ts';
import { lawsOf } from './laws.ts';
import { randomFrom } from './random.ts';
import { moneyWorld, type MoneyGround } from './world.ts';

/** Something that happens, to which of the payments there are, and how. */
export interface MoneyStep {
  readonly does: HappeningName;
  readonly which: number;
  readonly how: number;
}

/** One history: its seed decides about company, providers and fees as well. */
export interface MoneyHistory {
  readonly seed: number;
  readonly steps: readonly MoneyStep[];
}

const NAMES = Object.entries(HAPPENINGS).flatMap(([name, [often]]) =>
  Array<HappeningName>(often).fill(name as HappeningName),
);

const LEAST_STEPS = 3;
const MORE_STEPS = 9;

const PAID = ['pay', 'pay', 'pay another amount', 'wait some minutes'] as const;

/** The history of a number: always the same. */
export const moneyHistoryOf = (seed: number): MoneyHistory => {
  const { below, of } = randomFrom(seed);
  const [first = 'open', ...others] = NAMES;
  const step = (does: HappeningName): MoneyStep => ({ does, which: Math.min(below(4), below(4)), how: below(60) });
  const more = Array.from({ length: LEAST_STEPS - 1 + below(MORE_STEPS) }, () => step(of([first, ...others])));
  // Only what a statement shows can be settled.
  const end = seed % 3 === 0 ? [step('bring a statement'), step('settle what went back')] : [];
  // A month is over only where a day has passed.
  const month = seed % 4 === 0 ? [step('wait for tomorrow'), step('close the month')] : [];
  const steps = more.toSpliced(below(more.length), 0, ...month);
  // Where nothing is paid there is little to see.
  return { seed, steps: [step('open'), step(of(PAID)), ...steps, ...end] };
};

/** What became of a history, and the law that it breaks, if it breaks one. */
export interface Lived {
  readonly ends: readonly string[];
  readonly law?: string;
  /** When each step happened, as far as it came. */
  readonly times: readonly string[];
}

/** Lives through a history, judging after each step. On a ground of its own, the programs go on meanwhile. */
export const live = async ({ seed, steps }: MoneyHistory, ground?: MoneyGround): Promise<Lived> => {
  const world = await moneyWorld(randomFrom(seed ^ 0x5bd1e995), ground);
  const laws = lawsOf(world);
  const times: string[] = [];
  try {
    for (const { does, which, how } of steps) {
      times.push(world.clock.now());
      const meanwhile = ground && world.meanwhile();
      await HAPPENINGS[does][1](world, which, how);
      await meanwhile;
      await laws.step();
    }
    times.push(world.clock.now());
    await world.rest();
    await laws.step();
    await laws.rest();
  } catch (error) {
    const law = error instanceof BrokenLaw ? error.message : `it ends with an error: ${String(error)}`;
    return { ends: world.ends, law, times };
  }
  return { ends: world.ends, times };
};
