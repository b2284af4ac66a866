import { randomInt } from 'node:crypto';
import { runHistory, type AnyHistory, type HistorySet, type Run } from './history-set.ts';

const { HISTORIES, HISTORIES_SEED } = process.env;

/** The first seed. `HISTORIES_SEED=7` runs other histories. */
export const SEED = Number(HISTORIES_SEED ?? 20_260_115);

/** A seed for this run only, for histories that were never run before. */
export const NEW_SEED = Number(HISTORIES_SEED ?? randomInt(1_000_000_000));

/** Whether these are the default histories. They reach the same ends each time, so all ends are required. */
export const IS_USUAL = HISTORIES === undefined && HISTORIES_SEED === undefined;

/** How many histories to run. `HISTORIES=1` runs only the first one. */
export const histories = (usual: number): number => Number(HISTORIES ?? usual);

export const seedsFrom = (first: number, histories: number): readonly number[] =>
  Array.from({ length: histories }, (_, index) => first + index);

const MAX_TRIES = 3_000;

export type Ends = ReadonlyMap<string, number>;

/** Counts the ends that these seeds reach. Throws at the first broken law, with the simplest history. */
export const runHistories = async <History extends AnyHistory>(
  set: HistorySet<History>,
  seeds: readonly number[],
  maxTries = MAX_TRIES,
): Promise<Ends> => {
  const ends = new Map<string, number>();
  for (const seed of seeds) {
    const history = set.historyOf(seed);
    const run = await runHistory(set, history);
    if (run.law !== undefined) throw new Error(await describeFailure(set, seed, history, maxTries));
    for (const end of run.ends) ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  return ends;
};

const describeFailure = async <History extends AnyHistory>(
  set: HistorySet<History>,
  seed: number,
  failing: History,
  maxTries: number,
): Promise<string> => {
  const { history, run } = await shrinkHistory(set, failing, maxTries);
  return [
    `History ${seed} breaks a law: ${run.law}`,
    ...set.describe(history, run.times),
    'To repeat it:',
    `  HISTORIES_SEED=${seed} ${set.command}`,
  ].join('\n');
};

/** Finds a simpler history that still breaks a law. Omits steps and then simplifies parts, until nothing changes. */
const shrinkHistory = async <History extends AnyHistory>(
  set: HistorySet<History>,
  failing: History,
  maxTries: number,
): Promise<{ readonly history: History; readonly run: Run }> => {
  let simplest = { history: failing, run: await runHistory(set, failing) };
  let tries = 0;
  const accept = async (history: History): Promise<boolean> => {
    if (tries >= maxTries) return false;
    tries += 1;
    const run = await runHistory(set, history);
    if (run.law === undefined) return false;
    simplest = { history, run };
    return true;
  };

  const leaveOut = async (): Promise<boolean> => {
    let changed = false;
    for (let many = Math.max(1, simplest.history.steps.length >> 1); many >= 1; many >>= 1)
      for (let from = 0; from < simplest.history.steps.length;) {
        const steps = simplest.history.steps.toSpliced(from, many);
        if (await accept({ ...simplest.history, steps })) changed = true;
        else from += many;
      }
    return changed;
  };
  const simplify = async (): Promise<boolean> => {
    let changed = false;
    for (const simpler of set.simplerParts(simplest.history))
      for (const history of simpler(simplest.history))
        if (await accept(history)) {
          changed = true;
          break;
        }
    return changed;
  };
  while ((await leaveOut()) || (await simplify()));
  return simplest;
};

export const sumOf = (all: readonly Ends[]): Ends => {
  const sums = new Map<string, number>();
  for (const ends of all) for (const [end, count] of ends) sums.set(end, (sums.get(end) ?? 0) + count);
  return sums;
};

/** Histories of each set that run before each commit. */
export const FEW = 500;

/** Further histories that run before each merge. Two processes need about the same time for either set. */
export const MANY = { purchases: 23_500, books: 75_500 };

/** With other seeds, an end that is expected less often may be missing by chance. */
export const CERTAIN = 5;

/** The ends that were reached too seldom, as far as this number of histories can show it. */
export const rareEnds = (
  { ends: least }: Pick<HistorySet<AnyHistory>, 'ends'>,
  ends: Ends,
  histories: number,
  certain: number,
): readonly string[] =>
  Object.entries(least).flatMap(([end, each]) => {
    const [count, expected] = [ends.get(end) ?? 0, Math.floor((each * histories) / 1_000)];
    return expected >= certain && count < expected ? [`${end}: ${count} of ${expected}`] : [];
  });
