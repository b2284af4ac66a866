import { expect } from 'chai';
import { ACTION_ITEM_KINDS } from '@vehicle-insurance/core';
import { CERTAIN, ENDS, rareEnds } from './ends.ts';
import { count } from './happenings.ts';
import { keepsEveryLaw, SEED } from './keeps-every-law.ts';
import { HALF } from './many-histories.ts';

/** Histories in each run before a commit, and where they begin. */
const USUAL = { histories: 1_000, seed: 20_260_115 };
const HISTORIES = Number(process.env['HISTORIES'] ?? USUAL.histories);

/** Differences from a statement come in the histories of money. */
const FROM_STATEMENTS = 'statement_differs';

describe('the money path through random histories', function () {
  this.timeout(20 * 60_000);
  let ends: readonly string[] | undefined;

  // Proves: debit-after-session, any-interleaving-keeps-laws
  it(`keeps every law in ${HISTORIES} of them`, async () => {
    ends = await keepsEveryLaw(HISTORIES);
  });

  it('is to come to everything that can be on an operator’s list', () => {
    const listed = ACTION_ITEM_KINDS.filter((kind) => `listed: ${kind}` in ENDS);
    expect([...listed, FROM_STATEMENTS]).to.have.members(ACTION_ITEM_KINDS);
  });

  it('is asked for every end by those that run before each merge', () => {
    expect(Object.values(ENDS).filter((each) => Math.floor((each * HALF) / 1_000) < CERTAIN)).to.deep.equal([]);
  });

  it('comes to every end in the usual ones', function () {
    if (ends === undefined || HISTORIES !== USUAL.histories || SEED !== USUAL.seed) return this.skip();
    expect(rareEnds(count(ends), HISTORIES, 1)).to.deep.equal([]);
  });
});
