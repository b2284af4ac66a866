import { expect } from 'chai';
import { forge } from './forgeries.ts';

// forgeries.prove.ts runs ten times as many.
describe('ten thousand forged and altered tokens', () => {
  it('are all refused', async function () {
    this.timeout(60_000);
    const { accepted } = await forge(10_000, 100);
    expect(accepted).to.deep.equal([]);
  });
});
