import { expect } from 'chai';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually } from '../sandbox.ts';
import { serviceWithSilentWave, type ServiceWithSilentWave } from './silent-wave.ts';

/** Payments that wait for the provider that never answers. */
const WAITING = 500;

describe('a provider that takes every request and never answers, and an authority that does the same', function () {
  this.timeout(120_000);
  let service: ServiceWithSilentWave;

  before(async () => {
    service = await serviceWithSilentWave();
    await service.addWaitingPayments(WAITING);
    await eventually(
      async () => service.wave.asked.length,
      (asked) => asked > 0,
    );
  });
  after(() => service.stop());

  // Proves: provider-lanes
  it('do not hold up what another provider notifies', async () => {
    const { sandbox, wave, authority } = service;
    const journeys = journeysOn(sandbox);
    for (let n = 1; n <= 3; n += 1) {
      expect(await journeys.contract('0700001234')).to.be.a('string');
      await eventually(
        async () => authority.asked.length,
        (asked) => asked >= n,
      );
    }
    // Each of the 500 takes ten seconds to fail: had these waited for them, nearly all had been asked by now.
    expect(wave.asked.length).to.be.below(WAITING / 5);
  });
});
