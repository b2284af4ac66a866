import { expect } from 'chai';
import { keepsMoney, MONEY_SEED } from './keeps-money.ts';
import { rareKinds } from './least.ts';

const USUAL = { histories: 500, seed: 20_260_115 };
const HISTORIES = Number(process.env['MONEY'] ?? USUAL.histories);

describe('the books and the statements through random histories of money', function () {
  this.timeout(20 * 60_000);

  // Proves: statement-to-the-franc
  it(`agree to the franc after each step of ${HISTORIES}, and everything comes about`, async () => {
    const counts = await keepsMoney(HISTORIES);
    if (HISTORIES === USUAL.histories && MONEY_SEED === USUAL.seed)
      expect(rareKinds(counts, HISTORIES)).to.deep.equal([]);
  });
});
