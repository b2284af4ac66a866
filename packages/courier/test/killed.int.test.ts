import { expect } from 'chai';
import { killedWhileDelivering } from './killed-while-delivering.ts';

describe('a courier that is killed while it delivers', function () {
  this.timeout(120_000);

  // Proves: webhooks-at-least-once
  it('loses nothing, keeps the order of each subject, and repeats at most what was under way', async () => {
    const [kills, events, endpoints] = [2, 150, 3];
    const all = events * endpoints;
    // What is under way at a kill is still taken: the last leaves something to the courier after it.
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
