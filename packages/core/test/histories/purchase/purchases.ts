import fc from 'fast-check';
import { hold, type HistorySet } from '../engine/history-set.ts';
import { calm } from './calm.ts';
import { endsOf, ENDS } from './ends.ts';
import type { Step } from './events.ts';
import { history, type History } from './history.ts';
import { LAWS } from './laws/laws.ts';
import { TO_THE_END } from './scenes.ts';
import { SIMPLEST, type Setting } from './setting.ts';
import { world, type Ground, type World } from './world.ts';

const historyOf = (seed: number): History => {
  const [one] = fc.sample(history, { seed, numRuns: 1 });
  if (!one) throw new Error('no history was generated');
  return one;
};

export const runPurchase = async (
  { steps: events, ...setting }: History,
  times: string[],
  ground?: Ground,
): Promise<World> => {
  const it = await world(setting, ground);
  const { book, clock } = it;
  const judges = LAWS.map((law) => law(it));
  book.judgedBy(judges);
  const steps = judges.flatMap(({ step }) => step ?? []);
  const judgeBook = (): void => hold(book.broken.length === 0, () => book.broken[0] ?? '');
  for (const { event, turns, order } of events) {
    times.push(clock.now());
    await it.happen(event);
    await it.goOn(turns, order);
    for (const step of steps) await step();
    judgeBook();
  }
  await calm(it, judges);
  judgeBook();
  return it;
};

const simplerSteps = (step: Step): readonly Step[] => {
  const { turns, order, event } = step;
  const inTurn = order === 0 ? [] : [{ ...step, order: 0 }];
  const fewer = turns === TO_THE_END || turns === 0 ? [] : [0, TO_THE_END, turns >> 1, turns - 1];
  const once = 'times' in event && event.times > 1 ? [{ ...step, event: { ...event, times: 1 } }] : [];
  const first = 'process' in event && event.process > 0 ? [{ ...step, event: { ...event, process: 0 } }] : [];
  return [...inTurn, ...fewer.map((each) => ({ ...step, turns: each })), ...once, ...first];
};

const fieldsOf = (of: object): string =>
  Object.entries(of)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');

const describeStep = ({ event: { is, ...details }, turns, order }: Step): string => {
  const given = turns === 0 ? '' : `; ${turns === TO_THE_END ? 'to the end' : `${turns} turns`}, in order ${order}`;
  return `${is} (${fieldsOf(details)})${given}`;
};

const describeSetting = (setting: Setting): string => {
  const peculiar = Object.entries(setting).filter(([name, value]) => SIMPLEST[name as keyof Setting] !== value);
  return peculiar.length === 0 ? 'In the simplest setting:' : `With ${fieldsOf(Object.fromEntries(peculiar))}:`;
};

/** A history in words, with one line and time per step. All indexes start at 0. */
const describeHistory = ({ steps, ...setting }: History, times: readonly string[]): readonly string[] => [
  describeSetting(setting),
  ...steps.map((step, index) => `  ${times[index]?.slice(11, 19) ?? '  never '} ${describeStep(step)}`),
  '  then all failures end, and time passes',
];

/** A purchase from quote to certificate: two companies, two processes, two providers and the authority. */
export const PURCHASES: HistorySet<History> = {
  name: 'a purchase',
  historyOf,
  run: async (history, times) => endsOf(await runPurchase(history, times)),
  simplerParts: ({ steps }) => [
    ...steps.map(
      (step, index) => (now: History) =>
        simplerSteps(step).map((simpler) => ({ ...now, steps: now.steps.with(index, simpler) })),
    ),
    ...(Object.keys(SIMPLEST) as (keyof Setting)[]).map(
      (name) => (now: History) => (now[name] === SIMPLEST[name] ? [] : [{ ...now, [name]: SIMPLEST[name] }]),
    ),
  ],
  describe: describeHistory,
  ends: ENDS,
  command: 'HISTORIES=1 npx mocha packages/core/test/histories/histories.test.ts',
};
