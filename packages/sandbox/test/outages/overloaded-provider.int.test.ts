import { json } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually } from '../sandbox.ts';
import { serviceWithSilentWave, type ServiceWithSilentWave } from './silent-wave.ts';

/** Payments past their window that wait for the overloaded provider. */
const OVERDUE = 200;

/** Seconds between rounds: fewer than in production, so that two more come within `ROUNDS_PASS` milliseconds. */
const ROUND = 2;
const ROUNDS = { payments: ROUND, certificates: ROUND, documents: ROUND, days: ROUND };
const ROUNDS_PASS = 2.5 * ROUND * 1_000;

/** Calls that can be in progress when the first refusal comes. */
const AT_ONCE = 8;

describe('a provider and an authority that refuse every call at once', function () {
  this.timeout(120_000);
  let service: ServiceWithSilentWave;
  afterEach(() => service.stop());

  const begin = async (...answer: Parameters<typeof json>): Promise<void> => {
    service = await serviceWithSilentWave(json(...answer), ROUNDS);
    await service.addWaitingPayments(OVERDUE, 40);
    await eventually(
      async () => asked(),
      (times) => times > 0,
    );
  };
  /** How often Wave was asked about payments; its statements are another matter. */
  const asked = (): number => service.wave.asked.filter(({ url }) => url.startsWith('/v1/checkout')).length;

  // Proves: provider-lanes
  it('with 429 and Retry-After are left alone meanwhile, and hold up no other provider', async () => {
    await begin(429, {}, { 'retry-after': '600' });
    const { sandbox, authority } = service;
    const journeys = journeysOn(sandbox);
    for (let n = 0; n < 3; n += 1) expect(await journeys.contract('0700001234')).to.be.a('string');
    await pause(ROUNDS_PASS);
    expect(asked()).to.be.at.most(AT_ONCE);
    expect(authority.asked.length).to.be.within(1, 3);
  });

  it('with 503 and no Retry-After are called a few times a minute', async () => {
    await begin(503, {});
    await pause(ROUNDS_PASS);
    // A probe of one payment, or two. A call takes milliseconds: unpaced, there would be hundreds by now.
    expect(asked()).to.be.at.most(AT_ONCE + 2);
  });
});
