import { expect } from 'chai';
import { BOOKS } from './books/books.ts';
import { FEW, histories, IS_USUAL, rareEnds, runHistories, SEED, seedsFrom } from './engine/run-histories.ts';

const HISTORIES = histories(FEW);

describe('random histories of the books', function () {
  this.timeout(20 * 60_000);

  // Proves: statement-to-the-franc
  it('match the providers and their statements to the franc after each step, and reach every expected end', async () => {
    const ends = await runHistories(BOOKS, seedsFrom(SEED, HISTORIES));
    if (IS_USUAL) expect(rareEnds(BOOKS, ends, HISTORIES, 1)).to.deep.equal([]);
  });
});
