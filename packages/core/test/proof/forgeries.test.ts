import { expect } from 'chai';
import { forge } from './forgeries.ts';

describe('forged and altered tokens', () => {
  // Proves: proof-not-forged
  it('are refused, for every way of making them', async () => {
    const { tried, accepted, refusals } = await forge(720, 1);
    expect(accepted).to.deep.equal([]);
    expect(Object.values(tried)).to.have.length(18).and.to.not.include(0);
    expect(Object.keys(refusals).sort()).to.deep.equal(['forged', 'malformed', 'unknown_key', 'withdrawn_key']);
  });
});
