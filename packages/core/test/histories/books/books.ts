import { randomFrom } from '@vehicle-insurance/testkit';
import type { HistorySet } from '../engine/history-set.ts';
import { ENDS } from './ends.ts';
import { EVENTS, type EventName } from './events.ts';
import { lawsOf } from './laws.ts';
import { booksWorld, type BooksGround, type Random } from './world.ts';

interface Step {
  readonly does: EventName;
  readonly which: number;
  readonly how: number;
}

/** One history. Its seed also determines the company, the providers and their fees. */
export interface History {
  readonly seed: number;
  readonly steps: readonly Step[];
}

const NAMES = Object.entries(EVENTS).flatMap(([name, [often]]) => Array<EventName>(often).fill(name as EventName));

const random = (seed: number): Random => {
  const next = randomFrom(seed);
  const below = (end: number): number => Math.floor(next() * end);
  return { below, of: (values) => values[below(values.length)] ?? values[0] };
};

const LEAST_STEPS = 3;
const MORE_STEPS = 9;

const PAID = ['pay', 'pay', 'pay another amount', 'wait some minutes'] as const;

const CLOSES = ['close the month', 'record a voucher during a closing'] as const;

const REVERSES = ['reverse a voucher', 'reverse a voucher during a closing'] as const;

const historyOf = (seed: number): History => {
  const { below, of } = random(seed);
  const [first = 'open', ...others] = NAMES;
  const step = (does: EventName): Step => ({ does, which: Math.min(below(4), below(4)), how: below(60) });
  const more = Array.from({ length: LEAST_STEPS - 1 + below(MORE_STEPS) }, () => step(of([first, ...others])));
  // Only a discrepancy that a statement has shown can be settled.
  const end = seed % 3 === 0 ? [step('import a statement'), step('settle a refund')] : [];
  // A month ends only if a day has passed.
  const month = seed % 4 === 0 ? [step('wait for tomorrow'), step(of(CLOSES))] : [];
  const steps = more.toSpliced(below(more.length), 0, ...month);
  // Only a recorded voucher can be reversed.
  const vouchers = seed % 5 === 0 ? [step('record a voucher'), step(of(REVERSES))] : [];
  // If nothing was paid, there is little to check.
  return { seed, steps: [step('open'), step(of(PAID)), ...steps, ...vouchers, ...end] };
};

/**
 * Runs a history and checks the laws after each step. If a ground is given, the jobs of its programs run beside each
 * event.
 */
export const runBooks = async (
  { seed, steps }: History,
  times: string[],
  ground?: BooksGround,
): Promise<readonly string[]> => {
  const world = await booksWorld(random(seed ^ 0x5bd1e995), ground);
  const laws = lawsOf(world);
  for (const { does, which, how } of steps) {
    times.push(world.clock.now());
    const meanwhile = ground && world.meanwhile();
    await EVENTS[does][1](world, which, how);
    await meanwhile;
    await laws.step();
  }
  await world.rest();
  await laws.step();
  await laws.rest();
  return world.ends;
};

/** The books and the statements of two providers: movements of money, statement lines and an operator's commands. */
export const BOOKS: HistorySet<History> = {
  name: 'the books',
  historyOf,
  run: runBooks,
  simplerParts: ({ steps }) =>
    steps.flatMap((_, index) =>
      (['which', 'how'] as const).map((field) => (now: History) => {
        const step = now.steps[index];
        return step && step[field] > 0 ? [{ ...now, steps: now.steps.with(index, { ...step, [field]: 0 }) }] : [];
      }),
    ),
  describe: ({ steps }, times) =>
    steps.map(
      ({ does, which, how }, index) => `  ${times[index] ?? 'never                   '} ${does} (${which}, ${how})`,
    ),
  ends: ENDS,
  command: 'HISTORIES=1 npx mocha packages/core/test/histories/books.test.ts',
};
