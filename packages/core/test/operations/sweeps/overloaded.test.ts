import { unknown, type Payment, type Throttled } from '@vehicle-insurance/core';
import {
  anotherQuote,
  fakeCertificateAuthority,
  inUnit,
  storedContract,
  storedVehicle,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { ROUND, twoProviders } from './two-providers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Number of overdue payments or pending certificates: many more than a lane handles at once. */
const OVERDUE = 80;

describe('payments at a provider that answers "too many requests" at once', () => {
  const overloadedWith = async (overload: Throttled, { pastWindow = true, round = ROUND } = {}) => {
    const it = await twoProviders({ round });
    const atAway: Payment[] = [];
    for (let n = 0; n < OVERDUE; n += 1) atAway.push(await it.waiting('away', pastWindow ? 31 : 0));
    if (pastWindow) await it.time.pass(31 * MINUTE);
    it.away.state.overload = overload;
    return { ...it, atAway };
  };

  for (const pastWindow of [false, true])
    it(`cause a few calls a minute, ${pastWindow ? 'even after their window' : 'in their window'}`, async () => {
      const { work, time, away, atAway, statusOf } = await overloadedWith({ retryAfter: null }, { pastWindow });
      void work();
      await time.pass(MINUTE);
      // Eight simultaneous calls, and then one at a time after each pause.
      expect(away.asked.length).to.be.within(9, 16);
      const before = away.asked.length;
      await time.pass(10 * MINUTE);
      expect(away.asked.length - before).to.be.within(8, 12);
      // Payments are queried in turn: no payment is queried twice before all others were queried.
      expect(new Set(away.asked).size).to.equal(away.asked.length);
      for (const payment of atAway) expect(await statusOf(payment)).to.equal('pending');
    });

  it('are all closed after 24 hours of its refusals, even if there are many and it can rarely be called', async () => {
    const it = await overloadedWith({ retryAfter: 10 * MINUTE - SECOND }, { round: MINUTE });
    const { work, time, away, atAway, waiting, statusOf } = it;
    void work();
    const statuses = async () => new Set(await Promise.all(atAway.map(statusOf)));
    await time.pass(12 * HOUR);
    const late = await waiting('away');
    await time.pass(12 * HOUR - ROUND);
    expect([...(await statuses())]).to.deep.equal(['pending']);
    await time.pass(15 * MINUTE);
    expect([...(await statuses())]).to.deep.equal(['failed']);
    expect(await statusOf(late)).to.equal('pending');
    // Eight simultaneous calls, and then one in ten minutes.
    expect(away.asked.length).to.be.within(24 * 6, 8 + 24 * 6 + 3);
    away.state.overload = null;
    await time.pass(15 * MINUTE);
    expect(away.asked).to.include(late.session?.id);
  });

  // Proves: provider-lanes
  it('never delay another provider’s payments or refunds', async () => {
    const it = await overloadedWith({ retryAfter: null });
    const { work, time, waiting, payAndNotify, statusOf, store, errorReporter } = it;
    void work();
    for (let n = 0; n < 5; n += 1) {
      await time.pass(MINUTE);
      const [paid, given] = [await waiting('here', 2), await waiting('here', 2)];
      await payAndNotify(paid);
      await payAndNotify(given, { amount: 100 });
      await time.pass(SECOND);
      expect(await statusOf(paid)).to.equal('succeeded');
      const status = await store.quoteQueries.status(given.companyId, given.quoteId);
      expect(status?.payment?.refund).to.include({ status: 'done', amount: 100 });
    }
    expect(errorReporter.all).to.deep.equal([]);
  });
});

describe('certificates at an authority that answers "too many requests" at once', () => {
  it('cause a few calls a minute and are not refused', async () => {
    let calls = 0;
    const refuse = async () => {
      calls += 1;
      await time.pause(1);
      return unknown(NO_ANSWER, undefined, { retryAfter: null });
    };
    const authority = { ...fakeCertificateAuthority(), request: refuse, find: refuse };
    const { time, work, company, store } = await twoProviders({ authority });
    const { unitOfWork } = store;
    const ids: string[] = [];
    for (let n = 0; n < OVERDUE; n += 1) {
      const vehicle = await storedVehicle(unitOfWork, company.id);
      const { contract } = await storedContract(unitOfWork, await anotherQuote(unitOfWork, company, vehicle));
      ids.push(contract.id);
    }
    void work();
    await time.pass(MINUTE);
    expect(calls).to.be.within(9, 16);
    const before = calls;
    await time.pass(10 * MINUTE);
    expect(calls - before).to.be.within(8, 14);
    for (const id of ids) {
      const request = await inUnit(unitOfWork, (tx) => tx.certificateRequests.find(company.id, id));
      expect(request?.status).to.equal('pending');
    }
  });
});
