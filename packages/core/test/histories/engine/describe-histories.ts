import { expect } from 'chai';
import type { AnyHistory, HistorySet } from './history-set.ts';
import { CERTAIN, IS_USUAL, NEW_SEED, rareEnds, runHistories, seedsFrom, sumOf, type Ends } from './run-histories.ts';

export const describeHistories = <History extends AnyHistory>(
  set: HistorySet<History>,
  { first, histories, parts }: { readonly first: number; readonly histories: number; readonly parts: number },
): void => {
  describe(`${histories} random histories of ${set.name} (HISTORIES_SEED=${first})`, function () {
    this.timeout(30 * 60_000);
    const all: Ends[] = [];
    const seeds = seedsFrom(first, histories);
    for (let part = 0; part < parts; part += 1)
      // Proves: debit-after-session
      it(`break no law, part ${part + 1} of ${parts}`, async () => {
        const [from, to] = [part, part + 1].map((at) => Math.floor((at * histories) / parts));
        all.push(await runHistories(set, seeds.slice(from, to)));
      });

    it('reach every end', () => {
      expect(rareEnds(set, sumOf(all), histories, first !== NEW_SEED && IS_USUAL ? 1 : CERTAIN)).to.deep.equal([]);
    });
  });
};
