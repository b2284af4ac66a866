import { AssertionError, expect } from 'chai';
import type { History } from '../../../core/test/histories/history.ts';
import { endsOf } from '../../../core/test/histories/happenings.ts';
import { report } from '../../../core/test/histories/keeps-every-law.ts';
import { runHistory } from '../../../core/test/histories/run-history.ts';
import { historyOf } from '../../../core/test/histories/sample.ts';
import { simplify, type Failure } from '../../../core/test/histories/simplify.ts';
import type { Fault } from '../broken/fault.ts';
import { sqlGround, type Counts, type SqlGround } from './ground.ts';
import { readings } from './readings.ts';

/** How many histories are tried at most to make one simpler: each takes about a second here. */
const MAX_TRIES = 200;

/**
 * Lives through a history on PostgreSQL, which a seed interleaves, and compares what can be read in the end with a
 * store in memory to which the same units of work were applied in the order of their commits. Tells whether the two
 * could be compared, or the law that was broken.
 */
const lifeOf = async (
  on: SqlGround,
  { seed, history }: Sampled,
): Promise<{ readonly compared: boolean; readonly law?: string; readonly ends?: readonly string[] }> => {
  const { ground, replica, broken } = await on.next(seed);
  try {
    const world = await runHistory(history, ground);
    const { store, quotes, clock, setting } = world;
    const [law] = broken;
    if (law !== undefined) return { compared: false, law };
    const ends = endsOf(world);
    const copy = await replica.whole();
    if (!copy) return { compared: false, ends };
    const asked = { now: clock.now(), zone: setting.zone };
    for (const companyId of new Set(quotes.map((quote) => quote.companyId))) {
      const expected = await readings(copy, companyId, asked);
      for (const [what, read] of Object.entries(await readings(store, companyId, asked)))
        expect(read, what).to.deep.equal(expected[what]);
    }
    return { compared: true, ends };
  } catch (error) {
    return { compared: false, law: inWords(error) };
  }
};

interface Sampled {
  readonly seed: number;
  readonly history: History;
}

/** What came of random histories. */
export interface Lived extends Counts {
  readonly histories: number;
  /** How many of them ended as the store in memory did, of those that could be compared. */
  readonly compared: number;
  /** What became of payments, contracts and callers: each once for every history that came to it. */
  readonly ends: readonly string[];
  readonly seconds: number;
  /** How often the planted fault changed a statement. */
  readonly touched: number;
  /** The first law that was broken, and in which history; undefined where none was. */
  readonly broken: (Failure & Sampled) | undefined;
}

/** The seeds of so many histories, one after the other. */
export const seedsFrom = (first: number, histories: number): readonly number[] =>
  Array.from({ length: histories }, (_, at) => first + at);

/** Lives through the random histories of these seeds, or until the first in which a law is broken. */
export const livedOnSql = async (seeds: readonly number[], fault?: Fault): Promise<Lived> => {
  const on = await sqlGround(fault);
  const begun = performance.now();
  let [lived, compared] = [0, 0];
  let broken: Lived['broken'];
  const all: string[] = [];
  for (const seed of seeds) {
    if (broken) break;
    const sampled = { seed, history: historyOf(seed) };
    const { law, compared: isCompared, ends = [] } = await lifeOf(on, sampled);
    all.push(...ends);
    lived += 1;
    if (isCompared) compared += 1;
    if (law !== undefined) broken = { ...sampled, law };
  }
  const seconds = (performance.now() - begun) / 1_000;
  await on.close();
  // Work that was given up for another's is begun again as well.
  const conflict = on.counts.conflict - on.counts.deadlock;
  return { ...on.counts, conflict, histories: lived, compared, ends: all, seconds, touched: on.touched(), broken };
};

/** What must come in every run: a kind that does not come is not proved to do no harm. */
export const TROUBLES = [
  'lock wait',
  'conflict',
  'deadlock',
  'commit lost before',
  'commit lost after',
  'read-only refusal',
] as const satisfies readonly (keyof Counts)[];

/**
 * What must become of some, by the same reason. A repeated request mostly meets the first one at work here, where each
 * statement is a turn: an answer is replayed in one of sixty histories, which is too seldom to be asked for.
 */
export const USUAL_ENDS = [
  'able: succeeded',
  'able: failed expired',
  'able: refund done',
  'certificate issued',
  'answered: key in progress',
];

export const summaryOf = (lived: Lived): string =>
  [
    `      ${lived.histories} histories, ${(lived.histories / lived.seconds).toFixed(1)} a second, ${lived.compared} compared`,
    ...TROUBLES.map((kind) => `${kind}: ${lived[kind]}`),
  ].join('; ');

/** Fails with the shortest story that was found of the history in which a law was broken. */
export const keptEveryLaw = async ({ broken }: Lived): Promise<void> => {
  if (!broken) return;
  const { seed } = broken;
  const on = await sqlGround();
  const simplest = await simplify(broken, async (history) => (await lifeOf(on, { seed, history })).law, MAX_TRIES);
  await on.close();
  throw new Error(report(seed, simplest, AGAIN));
};

const AGAIN =
  'SQL_HISTORIES=1 npx mocha packages/persistence/test/histories/histories.long.test.ts --grep "keeps every law"';

const inWords = (error: unknown): string => {
  if (!(error instanceof AssertionError) || !('actual' in error) || !('expected' in error)) return String(error);
  return `${error.message}\n${JSON.stringify(error['actual'])}\n${JSON.stringify(error['expected'])}`;
};
