import { expect } from 'chai';
import { keepsMoney, MONEY_SEED } from './keeps-money.ts';
import { rareKinds } from './least.ts';

const HISTORIES = 10_000;

describe('the books and the statements through more random histories of money', function () {
  this.timeout(480_000);

  it(`agree to the franc after each step of ${HISTORIES}, and everything comes about`, async () => {
    // Not those that every run before a commit lives through.
    const counts = await keepsMoney(HISTORIES, MONEY_SEED + 1_000);
    expect(rareKinds(counts, HISTORIES)).to.deep.equal([]);
  });
});
