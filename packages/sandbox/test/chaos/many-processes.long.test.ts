import { expect } from 'chai';
import { payUnderFaults } from './pay-under-faults.ts';

/** Steps of journeys from one kill to the next, of 160 that the journeys take. */
const STEPS = 20;

describe('three API processes and three workers on one database', function () {
  this.timeout(240_000);

  // Proves: killed-in-turn
  it('insure 40 vehicles once each while they are killed in turn and the database is lost twice', async () => {
    const { killed, paid, contracts, refunds } = await payUnderFaults({
      ...{ seed: 40, atLeast: 40, callers: 10, every: 0, within: 120_000, leaseSeconds: 5 },
      inject: async ({ world, steps }) => {
        for (let kill = 1; kill <= 7; kill += 1) {
          await steps(STEPS);
          world.fleet.killOne();
          if (kill === 3) await world.database.lose('in order', 5_000);
          if (kill === 5) await world.database.lose('at once', 0);
        }
      },
    });
    expect({ killed, refunds }).to.deep.equal({ killed: 7, refunds: paid - contracts });
    expect(paid).to.be.at.least(40);
  });
});
