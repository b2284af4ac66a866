import { expect } from 'chai';
import { rareEnds } from './ends.ts';
import { addTo } from './happenings.ts';
import { keepsEveryLaw, SEED } from './keeps-every-law.ts';

const PARTS = 20;
/** With those that run before each commit, which are others, a hundred thousand. */
const MANY = 99_000;
const HISTORIES = Number(process.env['HISTORIES'] ?? MANY);
const FIRST = SEED + 1_000;

/** How many of them each half has. */
export const HALF = MANY / 2;

/** Half of many histories: two files, so that two processes share them. */
export const halfOfManyHistories = (half: 0 | 1): void => {
  describe(`the money path through many more random histories, ${half === 0 ? 'first' : 'second'} half`, function () {
    this.timeout(240_000);
    const ends = new Map<string, number>();
    for (let part = (half * PARTS) / 2; part < ((half + 1) * PARTS) / 2; part += 1) {
      // Proves: debit-after-session
      it(`keeps every law, ${part + 1} of ${PARTS}`, async () => {
        addTo(ends, await keepsEveryLaw(HISTORIES / PARTS, FIRST + part * (HISTORIES / PARTS)));
      });
    }

    it('comes to every end', () => {
      expect(rareEnds(ends, HISTORIES / 2)).to.deep.equal([]);
    });
  });
};
