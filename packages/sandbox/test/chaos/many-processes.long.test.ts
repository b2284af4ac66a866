import { expect } from 'chai';
import { playJourneys } from './journeys.ts';

describe('three API processes and three workers on one database', function () {
  this.timeout(180_000);

  // Proves: killed-in-turn
  it('insure 40 vehicles once each, while they are killed in turn and the database is away for five seconds', async () => {
    const { killed } = await playJourneys({
      journeys: 40,
      atOnce: 10,
      seed: 40,
      trouble: { everySteps: 25 },
      within: 120_000,
      databaseAway: 5_000,
      leaseSeconds: 5,
    });
    expect(killed).to.equal(7);
  });
});
