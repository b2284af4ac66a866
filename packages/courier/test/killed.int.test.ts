import { expect } from 'chai';
import { killedWhileDelivering } from './killed-while-delivering.ts';

describe('a courier that is killed while it delivers', function () {
  this.timeout(120_000);

  it('loses nothing, keeps the order of each subject, and repeats at most what was under way', async () => {
    const [kills, endpoints] = [4, 3];
    const { taken, outOfOrder, repeated } = await killedWhileDelivering({
      events: 300,
      endpoints,
      kills,
      failing: 0.3,
    });
    expect({ taken, outOfOrder }).to.deep.equal({ taken: 900, outOfOrder: 0 });
    expect(repeated).to.be.at.most(kills * endpoints * 8);
  });
});
