import { expect } from 'chai';
import { rareEnds } from './ends.ts';
import { keepsEveryLaw, SEED } from './keeps-every-law.ts';

const PARTS = 20;
const HISTORIES = Number(process.env['HISTORIES'] ?? 60_000);

/** Half of many histories: two files, so that two processes share them. */
export const halfOfManyHistories = (half: 0 | 1): void => {
  describe(`the money path through many more random histories, ${half === 0 ? 'first' : 'second'} half`, function () {
    this.timeout(240_000);
    for (let part = (half * PARTS) / 2; part < ((half + 1) * PARTS) / 2; part += 1) {
      // Proves: debit-after-session
      it(`keeps every law, ${part + 1} of ${PARTS}`, async () => {
        const ends = await keepsEveryLaw(HISTORIES / PARTS, SEED + part * (HISTORIES / PARTS));
        expect(rareEnds(ends, HISTORIES / PARTS)).to.deep.equal([]);
      });
    }
  });
};
