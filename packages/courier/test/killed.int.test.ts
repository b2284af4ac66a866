import { expect } from 'chai';
import { killedWhileDelivering } from './killed-while-delivering.ts';

describe('a courier that is killed while it delivers', function () {
  this.timeout(120_000);

  // Proves: webhooks-at-least-once
  it('loses nothing, keeps the order of each subject, and repeats only deliveries in progress', async () => {
    const [kills, events, endpoints] = [2, 150, 3];
    const all = events * endpoints;
    // Deliveries in progress at a kill are still accepted: the last kill leaves some for the next courier.
    const atMost = all - kills * endpoints * 8;
    const moments = Array.from({ length: kills }, () => Math.ceil(Math.random() * atMost)).sort((a, b) => a - b);
    const { taken, outOfOrder, overlapping, repeated, ...rest } = await killedWhileDelivering({
      ...{ events, endpoints, failing: 0.3, endsLeases: true },
      nextKill: (reached) => reached(moments.shift() ?? Infinity),
    });
    expect({ taken, outOfOrder, overlapping }).to.deep.equal({ taken: all, outOfOrder: 0, overlapping: 0 });
    expect(rest.kills).to.equal(kills);
    expect(repeated).to.be.at.most(kills * endpoints * 8);
  });
});
