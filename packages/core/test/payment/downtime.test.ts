import { jobs, later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { scenario, START } from '../scenario.ts';

const minutes = (after: number) => later(START, { minutes: after });

/** Minutes without answers after which a payment is given up. */
const A_DAY = 24 * 60;

/** A pending payment whose provider has been silent since its first check, two minutes after its creation. */
const silent = async () => {
  const it = await scenario();
  const { id } = (await it.pay()).unwrap();
  it.provider.fallSilent();
  await it.passUntil(minutes(2));
  return {
    ...it,
    id,
    pass: async (many: number): Promise<void> => {
      const end = later(it.clock.now(), { minutes: many });
      for (
        let next = await it.dueWork.next('payments');
        next && next <= end;
        next = await it.dueWork.next('payments')
      ) {
        if (next > it.clock.now()) it.clock.moveTo(next);
        await jobs(it).payments();
      }
      it.clock.moveTo(end);
    },
    stop: (many: number): void => it.clock.advance({ minutes: many }),
    state: async () => {
      const { status, failureReason } = await it.latestPayment();
      return [status, failureReason];
    },
  };
};

const PENDING = ['pending', null];
const GIVEN_UP = ['failed', 'provider_unavailable'];

describe('a pending payment at a provider that gives no answer, during a downtime', () => {
  // Proves: silence-closes-nothing
  it('opens its contract after the downtime if it was paid in time', async () => {
    const it = await silent();
    it.provider.pay(it.id, { completed: minutes(3) });
    it.stop(3 * A_DAY);
    await it.doWhatIsDue();
    it.provider.speakAgain();
    await it.pass(1);
    expect(await it.latestPayment()).to.include({ status: 'succeeded', completed: minutes(3) });
    expect((await it.status()).contractId).to.be.a('string');
  });

  // Proves: silence-closes-nothing
  it('is given up after a day of queries, and time without a running process does not count', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ runs: fc.integer({ min: 0, max: 300 }), stopped: fc.integer({ min: 1, max: 3 * A_DAY }) }),
          { maxLength: 4 },
        ),
        fc.boolean(),
        async (times, isNotified) => {
          const it = await silent();
          let asked = 0;
          for (const { runs, stopped } of times) {
            await it.pass(runs);
            it.stop(stopped);
            // A notification during the downtime does not make the service query the provider.
            if (isNotified) await it.notify(it.id);
            await it.doWhatIsDue();
            // A check that became due during the downtime is due a minute or two after the last check. That time
            // counts.
            asked += runs;
          }
          const slack = 2 * (times.length + 1);
          await it.pass(A_DAY - asked - slack);
          expect(await it.state()).to.deep.equal(PENDING);
          await it.pass(slack);
          expect(await it.state()).to.deep.equal(GIVEN_UP);
        },
      ),
      { numRuns: 5 },
    ));
});
