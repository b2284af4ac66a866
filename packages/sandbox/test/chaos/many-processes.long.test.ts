import { expect } from 'chai';
import { weather } from './storm.ts';

/** Steps of journeys from one kill to the next, of 160 that the journeys take. */
const STEPS = 20;

describe('three API processes and three workers on one database', function () {
  this.timeout(240_000);

  // Proves: killed-in-turn
  it('insure 40 vehicles once each, while they are killed in turn and the database is lost twice', async () => {
    const figures = await weather({
      seed: 40,
      atLeast: 40,
      callers: 10,
      every: 0,
      within: 120_000,
      leaseSeconds: 5,
      trouble: async ({ world, steps }) => {
        for (let kill = 1; kill <= 7; kill += 1) {
          await steps(STEPS);
          world.fleet.killOne();
          if (kill === 3) await world.database.lose('in order', 5_000);
          if (kill === 5) await world.database.lose('at once', 0);
        }
      },
    });
    expect(figures).to.include({ killed: 7, refunds: figures.paid - figures.contracts });
    expect(figures.paid).to.be.at.least(40);
  });
});
