import { AssertionError, expect } from 'chai';
import { hold, type HistorySet } from '../../../core/test/histories/engine/history-set.ts';
import { runHistories, SEED, seedsFrom, type Ends } from '../../../core/test/histories/engine/run-histories.ts';
import { endsOf } from '../../../core/test/histories/purchase/ends.ts';
import type { History } from '../../../core/test/histories/purchase/history.ts';
import { PURCHASES, runPurchase } from '../../../core/test/histories/purchase/purchases.ts';
import { FAULTS } from '../broken/faults.ts';
import { KINDS } from './gate.ts';
import { sqlGround, type Counts, type SqlGround } from './ground.ts';
import { readings } from './readings.ts';

/** To simplify a failing history, at most this number of variants are tried. Each takes about a second here. */
const MAX_TRIES = 200;

/** The end that a history reaches if its final state equals that of the store in memory. */
const COMPARED = 'ends as the store in memory does';

type HistoryOnSql = History & { readonly seed: number };

/**
 * Purchases on PostgreSQL. The final state is compared with that of a store in memory that received the same commits.
 */
const purchasesOn = (on: SqlGround): HistorySet<HistoryOnSql> => ({
  ...PURCHASES,
  historyOf: (seed) => ({ ...PURCHASES.historyOf(seed), seed }),
  simplerParts: (history) =>
    PURCHASES.simplerParts(history).map((simpler) => (now) => simpler(now).map((each) => ({ ...now, ...each }))),
  run: async ({ seed, ...history }, times) => {
    const { ground, replica, broken } = await on.next(seed);
    const world = await runPurchase(history, times, ground);
    const { store, quotes, clock, setting } = world;
    hold(broken.length === 0, () => broken[0] ?? '');
    const copy = await replica.whole();
    if (!copy) return endsOf(world);
    const asked = { now: clock.now(), zone: setting.zone };
    for (const companyId of new Set(quotes.map((quote) => quote.companyId))) {
      const expected = await readings(copy, companyId, asked);
      for (const [what, read] of Object.entries(await readings(store, companyId, asked)))
        holdEqual(read, expected[what], what);
    }
    return [...endsOf(world), COMPARED];
  },
  command: 'SQL_HISTORIES=1 npx mocha packages/persistence/test/histories/histories.long.test.ts --grep "break no law"',
});

const holdEqual = (read: unknown, expected: unknown, what: string): void => {
  try {
    expect(read, what).to.deep.equal(expected);
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    hold(false, () => `${error.message}\n${JSON.stringify(read)}\n${JSON.stringify(expected)}`);
  }
};

/** Trouble that must occur in every run: a kind that does not occur is not tested. */
const TROUBLES = [...KINDS, 'conflict'] as const satisfies readonly (keyof Counts)[];

/** Ends that must occur. A replayed response is not required: it occurs in one of sixty histories here. */
const USUAL_ENDS = [
  ...['succeeded', 'failed expired', 'refund done'].map((end) => `able: ${end}`),
  ...['certificate issued', 'answered: key in progress'],
];

export const runOnSql = async (seeds: readonly number[]): Promise<Ends> => {
  const on = await sqlGround();
  const begun = performance.now();
  try {
    const ends = await runHistories(purchasesOn(on), seeds, MAX_TRIES);
    const { counts } = on;
    // Work that was rolled back in favour of other work is also retried.
    const troubles = { ...counts, conflict: counts.conflict - counts.deadlock };
    const perSecond = (seeds.length * 1_000) / (performance.now() - begun);
    console.log(
      [
        `      ${seeds.length} histories, ${perSecond.toFixed(1)} a second, ${ends.get(COMPARED) ?? 0} compared`,
        ...TROUBLES.map((kind) => `${kind}: ${troubles[kind]}`),
      ].join('; '),
    );
    return new Map([...ends, ...TROUBLES.map((kind) => [kind, troubles[kind]] as const)]);
  } finally {
    await on.close();
  }
};

export const expectUsual = (ends: Ends, histories: number, compared: number): void => {
  for (const kind of [...TROUBLES, ...USUAL_ENDS]) expect(ends.get(kind) ?? 0, `${kind} came`).to.be.greaterThan(0);
  expect(ends.get(COMPARED) ?? 0, COMPARED).to.be.greaterThan(histories * compared);
};

export const describeFaults = (within: Readonly<Record<string, number>>): void => {
  for (const [fault, histories] of Object.entries(within))
    it(`detect within ${histories} histories that ${fault}`, async () => {
      const on = await sqlGround(FAULTS[fault]);
      const law = await runHistories(purchasesOn(on), seedsFrom(SEED, histories), 0)
        .then(() => 'no law is broken', firstLine)
        .finally(on.close);
      console.log(`      ${law}`);
      expect(on.touched(), 'no statement contains the words of the fault').to.be.greaterThan(0);
      expect(law).to.match(/breaks a law/);
    });
};

const firstLine = (error: unknown): string => String(error).split('\n', 1).join();
