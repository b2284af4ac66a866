import { expect } from 'chai';
import { forge } from './forgeries.ts';

describe('a hundred thousand forged and altered tokens', () => {
  it('are all refused', async function () {
    this.timeout(600_000);
    for (let turn = 0; turn < 10; turn += 1) {
      const { accepted, refusals } = await forge(10_000, 100 + turn);
      expect(accepted).to.deep.equal([]);
      process.stderr.write(`      ${(turn + 1) * 10_000} refused: ${JSON.stringify(refusals)}\n`);
    }
  });
});
