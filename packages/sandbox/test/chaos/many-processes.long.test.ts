import { expect } from 'chai';
import { payUnderFaults } from './pay-under-faults.ts';

/** Steps between two kills, of 96 steps of all journeys. */
const STEPS = 16;

describe('three API processes and three workers on one database', function () {
  this.timeout(240_000);

  // Proves: processes-killed-in-turn
  it('insure 24 vehicles once each while they are killed in turn and the database fails twice', async () => {
    const { killed, paid, contracts, refunds } = await payUnderFaults({
      ...{ seed: 40, atLeast: 24, callers: 10, every: 0, within: 120_000, leaseSeconds: 5 },
      inject: async ({ world, steps }) => {
        for (let kill = 1; kill <= 5; kill += 1) {
          await steps(STEPS);
          world.fleet.killOne();
          if (kill === 2) await world.database.lose('in order', 5_000);
          if (kill === 4) await world.database.lose('at once', 0);
        }
      },
    });
    expect({ killed, refunds }).to.deep.equal({ killed: 5, refunds: paid - contracts });
    expect(paid).to.be.at.least(24);
  });
});
