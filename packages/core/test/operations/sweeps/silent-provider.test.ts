import { expect } from 'chai';
import fc from 'fast-check';
import type { Payment } from '@vehicle-insurance/core';
import { GIVES_UP_AFTER, ROUND, twoProviders } from './two-providers.ts';

const SECOND = 1_000;

/** With this many payments, querying them one at a time would take longer than the test. */
const MANY = 150;

describe('payments at a provider whose calls all hang', () => {
  const silentWith = async (count: number) => {
    const it = await twoProviders();
    const atAway: Payment[] = [];
    for (let n = 0; n < count; n += 1) atAway.push(await it.waiting('away'));
    it.away.state.hangs = true;
    return { ...it, atAway };
  };

  // Proves: provider-lanes
  it('never delay another provider’s payments, which settle within a second of a notification, or at the next check', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 5 }),
        async (count, seconds) => {
          const { work, waiting, time, pay, payAndNotify, statusOf, atAway, errorReporter } = await silentWith(count);
          void work();
          for (const [n, pause] of seconds.entries()) {
            await time.pass(pause * SECOND);
            await payAndNotify(atAway[n % count] as Payment);
            const [notified, unnotified] = [await waiting('here', 2), await waiting('here')];
            pay(unnotified);
            await payAndNotify(notified);
            await time.pass(SECOND);
            expect(await statusOf(notified)).to.equal('succeeded');
            await time.pass(ROUND);
            expect(await statusOf(unnotified)).to.equal('succeeded');
          }
          // A missing answer decides nothing.
          for (const payment of atAway) expect(await statusOf(payment)).to.equal('pending');
          expect(errorReporter.all).to.deep.equal([]);
        },
      ),
      { numRuns: 8 },
    ));

  // Proves: checks-continue
  it('are queried eight at once, and one at a time after repeated hanging calls', async () => {
    const { work, time, away } = await silentWith(MANY);
    void work();
    await time.pass(GIVES_UP_AFTER - SECOND);
    expect([away.asked.length, away.state.inProgress]).to.deep.equal([8, 8]);
    await time.pass(2 * GIVES_UP_AFTER);
    const before = away.asked.length;
    for (let n = 1; n <= 20; n += 1) {
      await time.pass(GIVES_UP_AFTER);
      expect([away.asked.length, away.state.inProgress]).to.deep.equal([before + n, 1]);
    }
    // Payments are queried in turn: no payment is queried twice before all others were queried.
    expect(new Set(away.asked).size).to.equal(away.asked.length);
  });

  // Proves: silence-closes-nothing
  it('are given up after a day of queries, even if a slow lane queries each of them seldom', async () => {
    const { work, time, away, atAway, statusOf } = await silentWith(100);
    void work();
    await time.pass(23 * 60 * 60 * SECOND);
    for (const payment of atAway) expect(await statusOf(payment)).to.equal('pending');
    const [first] = atAway;
    expect(away.asked.filter((id) => id === first?.session?.id).length).to.be.below(23 * 60);
    await time.pass(4 * 60 * 60 * SECOND);
    for (const payment of atAway) expect(await statusOf(payment)).to.equal('failed');
  });

  // Proves: notified-first
  it('are queried first when they are notified, even if many others wait at the provider', async () => {
    const { work, time, away, atAway, payAndNotify } = await silentWith(MANY);
    void work();
    await time.pass(3 * GIVES_UP_AFTER);
    const last = atAway.at(-1) as Payment;
    expect(away.asked).to.not.include(last.session?.id);
    await payAndNotify(last);
    await time.pass(SECOND);
    expect(away.asked).to.include(last.session?.id);
  });

  // Proves: checks-continue
  it('are all queried soon after the provider answers again, and notified payments at once', async () => {
    const { work, time, away, atAway, payAndNotify, statusOf } = await silentWith(MANY);
    void work();
    await time.pass(60 * SECOND);
    const notified = atAway.slice(-20);
    for (const payment of notified) await payAndNotify(payment);
    await time.pass(60 * SECOND);
    const unasked = notified.filter(({ session }) => !away.asked.includes(session?.id ?? ''));
    expect(unasked).to.not.be.empty;
    away.state.hangs = false;
    // The current calls still have to end. After that, no call hangs.
    await time.pass(GIVES_UP_AFTER + SECOND);
    for (const payment of unasked) expect(await statusOf(payment)).to.equal('succeeded');
    await time.pass(SECOND * 10);
    expect(new Set(away.asked).size).to.equal(MANY);
    expect(away.state.limit).to.be.at.most(16);
    // Payments whose query hung again have their next attempt two minutes later.
    await time.pass(120 * SECOND);
    for (const payment of notified) expect(await statusOf(payment)).to.equal('succeeded');
  });
});
