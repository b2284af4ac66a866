import { done, jobs, later, millisecondsOf, unknown, type Claim, type MobileMoney } from '@vehicle-insurance/core';
import { at, day, providersOf, ROUTINE_PAYMENTS, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { isOpened } from '../../src/domain/payment/payment.ts';
import { checkPayment } from '../../src/use-cases/payment/check-payment.ts';
import { reconcilePayment } from '../../src/use-cases/payment/reconcile-payment.ts';
import { scenario, START } from '../scenario.ts';

const minutes = (after: number) => later(START, { minutes: after });

describe('a pending payment', () => {
  // Proves: payment-schedule
  it('becomes a contract after the payer’s confirmation, even without a notification', async () => {
    const { pay, provider, passUntil, status, contract, company, latestPayment } = await scenario();
    const { id } = (await pay()).unwrap();
    provider.pay(id);
    await passUntil(minutes(1));
    expect((await status()).status).to.equal('payment_pending');
    await passUntil(minutes(2));
    expect(await latestPayment()).to.include({ id, status: 'succeeded', completed: START, due: null });
    const view = await contract();
    expect((await status()).contractId).to.equal(view.contract.id);
    expect(view.contract).to.deep.include({
      ...{ status: 'pending', paymentId: id, ordinal: 1, policyNumber: `VI-${company.number}-2026-000001` },
      ...{ startDate: '2026-02-01', endDate: '2027-01-31', paidOn: '2026-01-15' },
    });
  });

  // Proves: day-of-payment-is-the-providers
  it('takes the day of payment and the days of cover from the insurer’s own time zone', async () => {
    const nairobi = 'Africa/Nairobi';
    const it = await scenario({ startDate: day('2026-01-01') }, {}, nairobi);
    const { pay, provider, clock, passUntil, contract } = it;
    // 21:30 on 31 December in Abidjan is 00:30 on 1 January in Nairobi.
    clock.moveTo(at('2025-12-31T21:30:00.000Z'));
    provider.pay((await pay()).unwrap().id);
    await passUntil(at('2025-12-31T21:32:00.000Z'));
    const { contract: paid } = await contract();
    expect(paid).to.include({ paidOn: '2026-01-01', startDate: '2026-01-01', endDate: '2026-12-31' });
    expect([paid.status, paid.policyNumber.includes('-2026-')]).to.deep.equal(['started', true]);
    await passUntil(at('2026-12-31T20:59:00.000Z'));
    expect((await contract()).contract.status).to.equal('started');
    await passUntil(at('2026-12-31T21:00:00.000Z'));
    expect((await contract()).contract.status).to.equal('expired');
  });

  it('starts the contract on the day of payment if that is after the start date', async () => {
    const { pay, provider, clock, passUntil, contract } = await scenario({ startDate: day('2026-01-15') });
    clock.moveTo(at('2026-01-15T23:50:00.000Z'));
    const { id } = (await pay()).unwrap();
    clock.moveTo(at('2026-01-16T00:05:00.000Z'));
    provider.pay(id);
    await passUntil(at('2026-01-16T00:06:00.000Z'));
    expect((await contract()).contract).to.include({ startDate: '2026-01-16', endDate: '2027-01-15' });
  });

  // Proves: paid-in-time
  it('waits for money in transit, and accepts it late because its debit was seen in time', async () => {
    const { pay, provider, passUntil, latestPayment, contract } = await scenario();
    const { id } = (await pay()).unwrap();
    provider.put(id, { state: 'processing', expires: later(START, { hours: 24 }) });
    await passUntil(minutes(50));
    expect((await latestPayment()).status).to.equal('pending');
    provider.pay(id);
    await passUntil(minutes(55));
    expect((await latestPayment()).status).to.equal('succeeded');
    expect((await contract()).contract.paymentId).to.equal(id);
  });

  describe('during a debit of the payer', () => {
    /** A payer who confirms in the last minute, after a failed attempt that we never learned of. */
    const startDebit = async () => {
      const it = await scenario({}, { debits: 'reported' });
      const { id } = (await it.pay()).unwrap();
      await it.passUntil(minutes(29));
      it.provider.failTry(id, 'insufficient_funds');
      it.provider.beginDebit(id);
      return { ...it, id };
    };

    // Proves: succeeded-is-paid
    it('is not closed because of an earlier failed attempt, nor at the end of its window, if the provider reports debits', async () => {
      const { id, provider, passUntil, latestPayment } = await startDebit();
      for (const after of [30, 45, 59]) {
        await passUntil(minutes(after));
        expect(await latestPayment()).to.deep.include({ id, status: 'pending', failureReason: null });
        expect((await latestPayment()).due?.at).to.equal(minutes(after + 1));
      }
      expect(provider.session(id).state).to.equal('expired');
    });

    it('fails if the debit lasts 30 minutes past its window, and is refunded when the debit ends', async () => {
      const { id, provider, passUntil, pass, latestPayment, refund, contracts } = await startDebit();
      await passUntil(minutes(60));
      expect(await latestPayment()).to.include({ status: 'failed', failureReason: 'expired', completed: minutes(60) });
      provider.pay(id);
      await pass({ minutes: 2 });
      expect(await refund()).to.include({ status: 'done' });
      expect(await contracts()).to.deep.equal([]);
    });
  });

  describe('without the provider’s payment time', () => {
    const openUntimed = async () => {
      const it = await scenario({}, { expire: false, debits: 'unreported', refund: false });
      it.provider.liveFor(24 * 60);
      const { id } = (await it.pay()).unwrap();
      await it.passUntil(minutes(8));
      return {
        ...it,
        id,
        pay: () => {
          it.provider.pay(id);
          it.provider.put(id, { completed: null });
        },
      };
    };

    // Proves: day-of-payment-unreported
    it('counts as paid when its notification arrived, even if the provider answers late', async () => {
      const { id, clock, provider, pay, notify, pass, passUntil, latestPayment, contract } = await openUntimed();
      clock.moveTo(minutes(9));
      pay();
      await notify(id);
      provider.fallSilent();
      await passUntil(minutes(32));
      expect((await latestPayment()).status).to.equal('pending');
      provider.speakAgain();
      await pass({ minutes: 1 });
      expect(await latestPayment()).to.include({ status: 'succeeded', completed: minutes(9) });
      expect((await contract()).contract.paymentId).to.equal(id);
    });

    // Proves: day-of-payment-unreported
    it('counts as paid when the last query that found it unpaid was sent, if no notification arrived', async () => {
      const { pay, provider, passUntil, latestPayment } = await openUntimed();
      await passUntil(minutes(9));
      pay();
      provider.fallSilent();
      await passUntil(minutes(32));
      provider.speakAgain();
      await passUntil(minutes(33));
      expect(await latestPayment()).to.include({ status: 'succeeded', completed: minutes(8) });
    });
  });

  // Proves: paid-in-time
  it('counts as paid in time up to 31 minutes after it was created, and is refunded after that', async () => {
    const payAfter = async (milliseconds: number) => {
      const it = await scenario();
      const { id } = (await it.pay()).unwrap();
      it.provider.fallSilent();
      await it.passUntil(minutes(31));
      it.provider.speakAgain();
      it.provider.pay(id, { completed: later(minutes(31), { milliseconds }) });
      await it.pass({ minutes: 2 });
      return it;
    };
    expect((await (await payAfter(0)).latestPayment()).status).to.equal('succeeded');
    const late = await payAfter(1);
    expect(await late.latestPayment()).to.include({ status: 'failed', failureReason: 'expired' });
    expect(await late.refund()).to.include({ status: 'done', amount: 121_428 });
    expect(await late.contracts()).to.deep.equal([]);
  });

  // Proves: other-amount-is-no-success
  it('never succeeds with another amount or currency, and such money is refunded', async () => {
    for (const change of [{ amount: 121_427 }, { amount: 121_429 }, { currency: 'XAF' }]) {
      const { pay, provider, passUntil, latestPayment, refund, contracts } = await scenario();
      const { id } = (await pay()).unwrap();
      provider.pay(id);
      provider.put(id, change);
      await passUntil(minutes(2));
      expect(await latestPayment()).to.include({ status: 'failed', failureReason: 'amount_mismatch' });
      expect(await refund()).to.include({ amount: change.amount ?? 121_428 });
      expect(await contracts()).to.deep.equal([]);
    }
  });

  it('is decided by the time at which the provider was queried, even if the answer takes long', async () => {
    for (const [asked, status] of [
      [later(minutes(30), { milliseconds: -1 }), 'pending'],
      [minutes(30), 'failed'],
    ] as const) {
      const it = await scenario();
      it.provider.allow({ expire: false });
      await it.pay();
      await it.passUntil(minutes(28));
      it.clock.moveTo(asked);
      const read: typeof it.provider.read = async (session) => {
        const said = await it.provider.read(session);
        it.clock.moveTo(minutes(31));
        return said;
      };
      const claim = await it.claimWork(ROUTINE_PAYMENTS, minutes(30));
      await reconcilePayment({ ...it, providers: providersOf({ ...it.provider, read }) })(claim);
      expect(await it.latestPayment()).to.include({ status, lastUnpaid: asked });
    }
  });

  it('records that its provider has given no answer since the check was due, or since this process began to query', async () => {
    for (const [askedFor, since] of [
      [60, 2],
      [5, 7],
      [undefined, 12],
    ] as const) {
      const it = await scenario();
      await it.pay();
      const check = async () => {
        const claim = await it.claimWork(ROUTINE_PAYMENTS, minutes(60));
        const asking = askedFor === undefined ? {} : { askedFor: () => askedFor * 60_000 };
        await reconcilePayment({ ...it, ...asking })(claim);
        await it.dueWork.release(claim);
        return (await it.latestPayment()).silentSince;
      };
      it.provider.fallSilent();
      it.clock.moveTo(minutes(12));
      expect(await check()).to.equal(minutes(since));
      it.provider.speakAgain();
      expect(await check()).to.equal(null);
    }
  });

  it('is decided by its overloaded provider’s last answer when money would be late', async () => {
    const it = await scenario();
    it.provider.put((await it.pay()).unwrap().id, { expires: later(START, { hours: 48 }) });
    const throttle = async () => unknown(NO_ANSWER, undefined, { retryAfter: null });
    let isRefused = false;
    const providers = providersOf({
      ...it.provider,
      expire: () => {
        isRefused = true;
        return throttle();
      },
      read: async (session) => {
        const answer = isRefused ? throttle() : it.provider.read(session);
        isRefused = false;
        return answer;
      },
    });
    const elapsed = () => millisecondsOf(it.clock.now()) - millisecondsOf(START);
    const { payments } = jobs({ ...it, providers, timer: { elapsed, pause: async () => undefined } });
    const statusAt = async (end: number) => {
      for (; it.clock.now() < minutes(end); await payments()) it.clock.advance({ minutes: 1 });
      return (await it.latestPayment()).status;
    };
    expect([await statusAt(31), await statusAt(35)]).to.deep.equal(['pending', 'failed']);
  });

  for (const [when, minute, first, closed, expected] of [
    ['in time, an unanswered second query leaves it pending', 31, 'open', null, 'pending'],
    ['too late, an unanswered second query leaves the first answer valid', 32, 'open', null, 'failed'],
    ['too late, the second answer counts', 32, 'open', 'processing', 'pending'],
    ['too late, no answer to either query leaves it pending', 32, null, null, 'pending'],
  ] as const)
    it(`is decided by two queries after its window, one before and one after the session is closed: ${when}`, async () => {
      const it = await scenario();
      it.provider.put((await it.pay()).unwrap().id, { expires: later(START, { hours: 48 }) });
      const states = [first, closed];
      const read: MobileMoney['read'] = async (id) => {
        const state = states.shift() ?? null;
        const said = await it.provider.read(id);
        return state === null || said.outcome !== 'done' ? unknown(NO_ANSWER) : done({ ...said.value, state });
      };
      it.clock.moveTo(minutes(minute));
      const claim = await it.claimWork(ROUTINE_PAYMENTS);
      await reconcilePayment({ ...it, providers: providersOf({ ...it.provider, read }) })(claim);
      expect((await it.latestPayment()).status).to.equal(expected);
      expect(states).to.deep.equal([]);
    });

  describe('checked by two workers', () => {
    const twoWorkers = async () => {
      const it = await scenario();
      const payment = (await it.pay()).unwrap();
      if (!isOpened(payment)) throw new Error('it was not opened');
      const { companyId, id } = payment;
      const held: Claim = { kind: 'payments', companyId, id, lease: 'lost long ago', attempt: 1 };
      return { ...it, payment, held };
    };

    it('opens one contract, even if its money is found several times', async () => {
      const { payment, held, provider, contract, ...dependencies } = await twoWorkers();
      provider.pay(payment.id);
      await Promise.all(Array.from({ length: 4 }, () => checkPayment(dependencies)(payment, held)));
      expect((await contract()).contract.ordinal).to.equal(1);
      expect((await dependencies.paymentCalled(payment.id))?.status).to.equal('succeeded');
    });

    // Proves: leases-fence
    it('accepts money found by any worker, but a next attempt or a failure only from the lease holder', async () => {
      const { payment, held, provider, clock, paymentCalled, ...dependencies } = await twoWorkers();
      await checkPayment({ ...dependencies, clock })(payment, held);
      expect(await paymentCalled(payment.id)).to.deep.equal(payment);
      provider.failTry(payment.id, 'declined');
      await checkPayment({ ...dependencies, clock })(payment, held);
      expect((await paymentCalled(payment.id))?.status).to.equal('pending');
      provider.pay(payment.id, { amount: 1 });
      await checkPayment({ ...dependencies, clock })(payment, held);
      expect(await dependencies.refund()).to.include({ status: 'due', amount: 1 });
    });
  });
});
