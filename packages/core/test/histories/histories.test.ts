import { expect } from 'chai';
import { ACTION_ITEM_KINDS } from '@vehicle-insurance/core';
import { BOOKS } from './books/books.ts';
import {
  histories,
  IS_USUAL,
  MANY,
  rareEnds,
  runHistories,
  SEED,
  seedsFrom,
  type Ends,
} from './engine/run-histories.ts';
import { PURCHASES } from './purchase/purchases.ts';

/** Histories in each run before a commit. */
const HISTORIES = histories(1_000);

/** Differences from a statement are listed in the histories of the books. */
const FROM_STATEMENTS = 'statement_differs';

describe('random histories of a purchase', function () {
  this.timeout(20 * 60_000);
  let ends: Ends | undefined;

  // Proves: debit-after-session, any-interleaving-keeps-laws
  it(`break no law in ${HISTORIES} of them`, async () => {
    ends = await runHistories(PURCHASES, seedsFrom(SEED, HISTORIES));
  });

  it('must list everything that can be on an operator’s list', () => {
    const listed = ACTION_ITEM_KINDS.filter((kind) => `listed: ${kind}` in PURCHASES.ends);
    expect([...listed, FROM_STATEMENTS]).to.have.members(ACTION_ITEM_KINDS);
  });

  it('must come to every end before each merge', () => {
    const leastOf = ({ ends }: Pick<typeof PURCHASES, 'ends'>, many: number) =>
      (Math.min(...Object.values(ends)) * many) / 1_000;
    expect(leastOf(PURCHASES, MANY.purchases)).to.be.at.least(1);
    expect(leastOf(BOOKS, MANY.books)).to.be.at.least(1);
  });

  it('come to every end in those before each commit', function () {
    if (ends === undefined || !IS_USUAL) return this.skip();
    expect(rareEnds(PURCHASES, ends, HISTORIES, 1)).to.deep.equal([]);
  });
});
