import { randomInt } from 'node:crypto';
import { live, moneyHistoryOf, type Lived, type MoneyHistory } from './history.ts';

/** Another seed tries other histories: `MONEY_SEED=7`. */
export const MONEY_SEED = Number(process.env['MONEY_SEED'] ?? 20_260_115);

/** A seed of this run's own: the whole proof lives through what nobody has lived through before. */
export const NEW_MONEY_SEED = Number(process.env['MONEY_SEED'] ?? randomInt(1_000_000_000));

/** Histories after which the progress is told. */
const TOLD_EVERY = 1_000;

export type Counts = Record<string, number>;

/** The same counts together. */
export const together = (all: readonly Counts[]): Counts => {
  const sums: Counts = {};
  for (const counts of all) for (const [kind, count] of Object.entries(counts)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
};

/** What becomes of a history, wherever it is lived. */
type Live = (history: MoneyHistory) => Promise<Lived>;

/** The history without the steps that it does not need to break a law: any law, so that it stays short. */
const simplified = async (history: MoneyHistory, lived: Live): Promise<MoneyHistory> => {
  let is = history;
  for (let index = history.steps.length - 1; index >= 0; index -= 1) {
    const without = { ...is, steps: is.steps.toSpliced(index, 1) };
    if ((await lived(without)).law !== undefined) is = without;
  }
  return is;
};

/** What is told of a history that breaks a law: its seed, the law, the steps it needs, and how to see it again. */
const story = async (history: MoneyHistory, lived: Live, file: string): Promise<string> => {
  const first = await lived(history);
  const { steps } = await simplified(history, lived);
  const { law = first.law, times } = await lived({ ...history, steps });
  return [
    `Money history ${history.seed} breaks a law: ${law}`,
    ...steps.map(
      ({ does, which, how }, step) => `  ${times[step] ?? 'never              '}  ${does} (${which}, ${how})`,
    ),
    'See it again:',
    `  MONEY_SEED=${history.seed} MONEY=1 npx mocha ${file}`,
  ].join('\n');
};

/** Where histories are lived, and the test that lives them there. */
interface Where {
  readonly lives: Live;
  readonly file: string;
}

const IN_MEMORY: Where = { lives: live, file: 'packages/core/test/money/money.test.ts' };

/**
 * Lives through so many random histories of money, and counts what came about. Fails with the story of the first that
 * breaks a law.
 */
export const keepsMoney = async (
  histories: number,
  first = MONEY_SEED,
  progress: (lived: number) => void = () => undefined,
  { lives, file }: Where = IN_MEMORY,
): Promise<Counts> => {
  const counts: Counts = {};
  for (let lived = 0; lived < histories; lived += 1) {
    if (lived % TOLD_EVERY === 0) progress(lived);
    const history = moneyHistoryOf(first + lived);
    const { ends, law } = await lives(history);
    if (law !== undefined) throw new Error(await story(history, lives, file));
    for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
  }
  progress(histories);
  return counts;
};
