import { AssertionError, expect } from 'chai';
import { runHistory } from '../../../core/test/histories/run-history.ts';
import { historyOf } from '../../../core/test/histories/sample.ts';
import type { Fault } from '../broken/fault.ts';
import { sqlGround, type Counts, type SqlGround } from './ground.ts';
import { readings } from './readings.ts';

/** Another seed tries other histories; the seed of a failure is told with it. */
export const SEED = Number(process.env['HISTORIES_SEED'] ?? 20_260_115);

/**
 * Lives through the history of a number on PostgreSQL, and compares what can be read in the end with a store in memory
 * to which the same units of work were applied in the order of their commits. False where the two cannot be compared.
 */
const liveThrough = async (on: SqlGround, seed: number): Promise<boolean> => {
  const { ground, replica, broken } = await on.next(seed);
  const { store, quotes, clock, setting } = await runHistory(historyOf(seed), ground);
  expect(broken).to.deep.equal([]);
  const copy = await replica.whole();
  if (!copy) return false;
  const asked = { now: clock.now(), zone: setting.zone };
  for (const companyId of new Set(quotes.map((quote) => quote.companyId))) {
    const expected = await readings(copy, companyId, asked);
    for (const [what, read] of Object.entries(await readings(store, companyId, asked)))
      expect(read, what).to.deep.equal(expected[what]);
  }
  return true;
};

/** What came of random histories. */
export interface Lived extends Counts {
  readonly histories: number;
  /** How many of them ended as the store in memory did, of those that could be compared. */
  readonly compared: number;
  readonly seconds: number;
  /** How often the planted fault changed a statement. */
  readonly touched: number;
  /** The first law that was broken, and in which history; undefined where none was. */
  readonly broken: string | undefined;
}

/** Lives through so many random histories, or until the first in which a law is broken. */
export const livedOnSql = async (histories: number, fault?: Fault, first = SEED): Promise<Lived> => {
  const on = await sqlGround(fault);
  const begun = performance.now();
  let [lived, compared] = [0, 0];
  let broken: string | undefined;
  for (let seed = first; seed < first + histories && broken === undefined; seed += 1) {
    lived += 1;
    try {
      if (await liveThrough(on, seed)) compared += 1;
    } catch (error) {
      broken = `${inWords(error)}\nSee it again: HISTORIES_SEED=${seed} SQL_HISTORIES=1`;
    }
  }
  const seconds = (performance.now() - begun) / 1_000;
  await on.close();
  // Work that was given up for another's is begun again as well.
  const conflict = on.counts.conflict - on.counts.deadlock;
  return { ...on.counts, conflict, histories: lived, compared, seconds, touched: on.touched(), broken };
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

export const summaryOf = (lived: Lived): string =>
  [
    `      ${lived.histories} histories, ${(lived.histories / lived.seconds).toFixed(1)} a second, ${lived.compared} compared`,
    ...TROUBLES.map((kind) => `${kind}: ${lived[kind]}`),
  ].join('; ');

const inWords = (error: unknown): string => {
  if (!(error instanceof AssertionError) || !('actual' in error) || !('expected' in error)) return String(error);
  return `${error.message}\n${JSON.stringify(error['actual'])}\n${JSON.stringify(error['expected'])}`;
};
