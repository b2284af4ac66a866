import { expect } from 'chai';
import { BOOKS } from './books/books.ts';
import { histories, rareEnds, runHistories, SEED, seedsFrom } from './engine/run-histories.ts';

const USUAL = { histories: 1_000, seed: 20_260_115 };
const HISTORIES = histories(USUAL.histories);

describe('random histories of the books', function () {
  this.timeout(20 * 60_000);

  // Proves: statement-to-the-franc
  it(`agree with the providers and their statements to the franc after each step, and come to every end`, async () => {
    const ends = await runHistories(BOOKS, seedsFrom(SEED, HISTORIES));
    if (HISTORIES === USUAL.histories && SEED === USUAL.seed)
      expect(rareEnds(BOOKS, ends, HISTORIES, 1)).to.deep.equal([]);
  });
});
