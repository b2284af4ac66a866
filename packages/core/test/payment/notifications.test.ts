import {
  closePayment,
  done,
  jobs,
  later,
  receiveNotification,
  type Job,
  type MobileMoney,
  type Quotes,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import { fakeMobileMoney, providersOf, ROUTINE_PAYMENTS, URGENT_PAYMENTS, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { checkNotification } from '../../src/use-cases/payment/receive-notification.ts';
import { reconcilePayment } from '../../src/use-cases/payment/reconcile-payment.ts';
import { PAYER, payThrough, scenario, START } from '../scenario.ts';

describe('a notification', () => {
  // Proves: notification-is-a-hint
  it('is only a hint: its content is not trusted', async () => {
    const { pay, notify, doWhatIsDue, latestPayment } = await scenario();
    const { id } = (await pay()).unwrap();
    await notify(id);
    await doWhatIsDue();
    expect((await latestPayment()).status).to.equal('pending');
  });

  // Proves: notification-replays
  it('changes nothing when it is repeated or late', async () => {
    const { pay, provider, notify, pass, latestPayment, contract } = await scenario();
    const { id } = (await pay()).unwrap();
    provider.pay(id);
    for (let n = 0; n < 3; n += 1) await notify(id);
    await pass({ minutes: 1 });
    const [before, contractBefore] = [await latestPayment(), await contract()];
    await notify(id);
    await pass({ hours: 1 });
    expect(await latestPayment()).to.deep.equal(before);
    expect((await contract()).contract.id).to.equal(contractBefore.contract.id);
  });

  it('never ends a worker’s lease, even if it is repeated often, and the worker’s answer is recorded', async () => {
    for (const notifications of ['dated', 'undated'] as const) {
      const it = await scenario({}, { notifications });
      const { id } = (await it.pay()).unwrap();
      it.clock.moveTo(later(START, { minutes: 2 }));
      const claim = await it.claimWork(ROUTINE_PAYMENTS);
      for (let n = 0; n < 3; n += 1) await it.notify(id);
      for (const queue of [URGENT_PAYMENTS, ROUTINE_PAYMENTS])
        expect(await it.dueWork.claim(queue, it.clock.now(), 1)).to.deep.equal([]);
      expect(await inUnit(it.unitOfWork, ({ leases }) => leases.holds(claim))).to.equal(true);
      await reconcilePayment(it)(claim);
      await it.dueWork.release(claim);
      expect(await it.latestPayment()).to.include({ status: 'pending', lastUnpaid: it.clock.now() });
    }
  });

  it('that arrives during a query triggers another check at once, and no older answer closes the payment', async () => {
    const it = await scenario({}, { expire: false });
    it.provider.liveFor(24 * 60);
    const { id } = (await it.pay()).unwrap();
    await it.passUntil(later(START, { minutes: 29, seconds: 59 }));
    it.clock.moveTo(later(START, { minutes: 30 }));
    const read: MobileMoney['read'] = async (session) => {
      const said = await it.provider.read(session);
      it.clock.advance({ seconds: 1 });
      it.provider.pay(id);
      await it.notify(id);
      return said;
    };
    await jobs({ ...it, providers: providersOf({ ...it.provider, read }) }).payments();
    expect(it.errorReporter.all).to.deep.equal([]);
    // The next check confirms the payment, since the payer paid in time.
    await it.doWhatIsDue();
    expect(await it.latestPayment()).to.include({ status: 'succeeded' });
  });

  // Proves: day-of-payment-unreported
  it('that preceded an answer of “unpaid” is not used as the time of payment', async () => {
    const it = await scenario();
    const { provider, clock, notify, passUntil, latestPayment } = it;
    const [id, opened] = ['01981c2e-6400-7a10-8c01-0000000000aa', later(START, { minutes: 1, seconds: 5 })];
    await provider.open({ reference: id, amount: 121_428, payer: PAYER });
    await notify(id);
    provider.forget(id);
    await passUntil(later(START, { minutes: 1 }));

    clock.moveTo(opened);
    (await payThrough(it, {}, id)).unwrap();
    const unpaidAt = later(opened, { minutes: 2 });
    await passUntil(unpaidAt);
    provider.pay(id);
    provider.put(id, { completed: null });
    // After five minutes the notification finds its payment, which is then checked at once.
    clock.moveTo(later(START, { minutes: 5, milliseconds: -1 }));
    const fired: Job[] = [];
    const trigger = { fire: (job: Job) => void fired.push(job) };
    await checkNotification({ ...it, trigger })(
      await it.claimWork({ kind: 'notifications' }, later(START, { minutes: 5 })),
    );
    expect(fired).to.deep.equal(['payments']);
    await it.doWhatIsDue();
    expect(await latestPayment()).to.include({ id, status: 'succeeded', notified: null, completed: unpaidAt });
  });

  // Proves: notification-of-opening-or-unknown
  it('about an unknown payment is checked again for an hour, then dropped', async () => {
    const { provider, dueWork, notify, passUntil } = await scenario();
    await provider.open({ reference: 'nobody', amount: 1, payer: '+2250505060708' });
    expect((await notify('nobody')).isOk()).to.equal(true);
    for (const minutes of [1, 5, 15, 60]) {
      expect(await dueWork.next('notifications')).to.equal(later(START, { minutes }));
      await passUntil(later(START, { minutes }));
    }
    expect(await dueWork.next('notifications')).to.equal(undefined);
  });

  // Proves: notification-of-opening-or-unknown
  it('about a payment that is missing from our database is reported as lost after an hour', async () => {
    const { provider, notify, passUntil, errorReporter } = await scenario();
    const lost = '01981c2e-6400-7a10-8c01-0000000000aa';
    for (const reference of ['nobody', lost]) {
      await provider.open({ reference, amount: 1, payer: PAYER });
      await notify(reference);
    }
    await passUntil(later(START, { minutes: 59 }));
    expect(errorReporter.all).to.deep.equal([]);
    await passUntil(later(START, { hours: 3 }));
    const what = 'a notification is for a payment that is not in the database';
    expect(errorReporter.all).to.deep.equal([{ what, about: { provider: 'fake', reference: lost } }]);
  });

  it('from another provider than the payment’s does not change that payment', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    const before = await it.latestPayment();
    const other = fakeMobileMoney({ clock: it.clock, name: 'other' });
    await other.open({ reference: id, amount: 121_428, payer: PAYER });
    const providers = providersOf(it.provider, other);
    const notification = { ...other.notificationAbout(id), provider: 'other' };
    expect((await receiveNotification({ ...it, providers })(notification)).isOk()).to.equal(true);
    it.clock.moveTo(later(START, { minutes: 1 }));
    await jobs({ ...it, providers }).payments();
    expect(await it.latestPayment()).to.deep.equal(before);
  });

  it('that is genuine but not about a payment is accepted and causes no work', async () => {
    const { provider, dueWork, ...it } = await scenario();
    const about = provider.signed(new TextEncoder().encode('{"type":"a test"}'));
    expect((await receiveNotification(it)({ ...about, provider: 'fake' })).isOk()).to.equal(true);
    expect(await dueWork.next('notifications')).to.equal(undefined);
  });

  for (const [header, isTaken] of [
    [undefined, true],
    [7, false],
    [['twice'], false],
  ] as const)
    it(`is ${isTaken ? 'accepted' : 'refused'} with a header that is ${JSON.stringify(header) ?? 'absent'}`, async () => {
      const { pay, provider, ...it } = await scenario();
      const { headers, body } = provider.notificationAbout((await pay()).unwrap().id);
      const given = { headers: { ...headers, 'x-other': header }, body, provider: 'fake' };
      expect((await receiveNotification(it)(given as never)).isOk()).to.equal(isTaken);
    });

  it('is refused if a part of it is missing or invalid', async () => {
    const { pay, provider, ...it } = await scenario();
    const given = { ...provider.notificationAbout((await pay()).unwrap().id), provider: 'fake' };
    for (const part of ['provider', 'headers', 'body'])
      for (const instead of [undefined, null, 7, ...(part === 'headers' ? [{}] : [])]) {
        const refusal = (await receiveNotification(it)({ ...given, [part]: instead })).unwrapErr();
        expect(refusal, `${part} ${JSON.stringify(instead)}`).to.deep.equal({ code: 'notification_refused' });
      }
  });

  // Proves: notification-of-opening-or-unknown
  it('leaves an opening to the call that started it', async () => {
    const it = await scenario();
    const lagging = { ...it, providers: providersOf({ ...it.provider, search: async () => done([]) }) };
    const answer = await payThrough(it, {
      open: async (request) => {
        const opened = await it.provider.open(request);
        await it.notify(request.reference);
        await jobs(lagging).payments();
        return opened;
      },
    });
    expect(answer.unwrap().status).to.equal('pending');
    expect((await it.status()).status).to.equal('payment_pending');
  });

  it('overwrites no change that was made to its payment while it waited for the lock', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    const unitOfWork: UnitOfWork = {
      run: (work) =>
        it.unitOfWork.run(async (tx) => {
          const lock: Quotes['lock'] = async (...quote) => {
            await closePayment(it)({ paymentId: id, why: 'the provider is gone', by: 'an operator' });
            return tx.quotes.lock(...quote);
          };
          return work({ ...tx, quotes: { ...tx.quotes, lock } });
        }),
    };
    await receiveNotification({ ...it, unitOfWork })({ ...it.provider.notificationAbout(id), provider: 'fake' });
    expect(await it.latestPayment()).to.include({ status: 'failed', failureReason: 'provider_error', notified: START });
  });

  // Proves: day-of-payment-unreported
  it('that arrives during a check of its payment is not overwritten by that check', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.clock.moveTo(later(START, { minutes: 2 }));
    const arrived = later(START, { minutes: 2, seconds: 1 });
    const read: MobileMoney['read'] = async (session) => {
      const said = await it.provider.read(session);
      it.clock.moveTo(arrived);
      await it.notify(id);
      return said;
    };
    const claim = await it.claimWork(ROUTINE_PAYMENTS);
    await reconcilePayment({ ...it, providers: providersOf({ ...it.provider, read }) })(claim);
    expect(await it.latestPayment()).to.include({ status: 'pending', notified: arrived });
  });

  // Proves: notification-of-opening-or-unknown
  it('about an unknown payment is not checked by a slow worker after an hour', async () => {
    const { provider, dueWork, notify, passUntil, pass, claimWork, ...it } = await scenario();
    const fired: Job[] = [];
    const trigger = { fire: (job: Job) => void fired.push(job) };
    await provider.open({ reference: 'nobody', amount: 1, payer: PAYER });
    await notify('nobody');
    const claim = await claimWork({ kind: 'notifications' }, later(START, { minutes: 1 }));
    await dueWork.release(claim);
    await passUntil(later(START, { minutes: 59 }));
    it.clock.moveTo(later(START, { minutes: 60 }));
    await jobs({ ...it, dueWork, providers: providersOf(provider) }).payments();
    await checkNotification({ ...it, trigger })(claim);
    expect(await dueWork.next('notifications')).to.equal(undefined);
    await pass({ minutes: 1 });
    await checkNotification({ ...it, trigger })(claim);
    expect([await dueWork.next('notifications'), fired]).to.deep.equal([undefined, []]);
  });
});
