import { later, payQuote, receiveNotification } from '@vehicle-insurance/core';
import { ROUTINE_PAYMENTS } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { PAYER, scenario, START } from '../scenario.ts';

describe('a notification', () => {
  it('has its payment looked at now', async () => {
    const { pay, provider, notify, doWhatIsDue, latestPayment } = await scenario();
    const { id } = (await pay()).unwrap();
    provider.pay(id);
    expect((await notify(id)).isOk()).to.equal(true);
    await doWhatIsDue();
    expect(await latestPayment()).to.include({ status: 'succeeded', completed: START });
  });

  // Proves: notification-is-a-hint
  it('is only a hint: what it claims is not believed', async () => {
    const { pay, notify, doWhatIsDue, latestPayment } = await scenario();
    const { id } = (await pay()).unwrap();
    await notify(id);
    await doWhatIsDue();
    expect((await latestPayment()).status).to.equal('pending');
  });

  // Proves: notification-replays
  it('changes nothing when it comes again, or late', async () => {
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

  // Proves: notification-of-opening-or-unknown
  it('is looked at when the opening ends, if it came before', async () => {
    const { dieWhileOpening, provider, notify, doWhatIsDue, latestPayment } = await scenario();
    const { id } = await dieWhileOpening({ sent: true });
    provider.pay(id);
    await notify(id);
    await doWhatIsDue();
    expect(await latestPayment()).to.include({ id, status: 'succeeded' });
  });

  it('takes the payment out of the hands of a worker that may have asked too early', async () => {
    const { pay, provider, notify, dueWork, clock, pass, doWhatIsDue, latestPayment } = await scenario();
    const { id } = (await pay()).unwrap();
    clock.moveTo(later(START, { minutes: 2 }));
    await dueWork.claim(ROUTINE_PAYMENTS, clock.now(), 1);
    provider.pay(id);
    await notify(id);
    await doWhatIsDue();
    expect((await latestPayment()).status).to.equal('succeeded');
    await pass({ minutes: 1 });
  });

  // Proves: day-of-payment-untold
  it('that came before its payment was there dates that payment by its own arrival, not by when it was looked into', async () => {
    const it = await scenario();
    const { provider, clock, notify, passUntil, latestPayment } = it;
    const [id, created] = ['01981c2e-6400-7a10-8c01-0000000000aa', later(START, { seconds: 5 })];
    await provider.open({ reference: id, amount: 121_428, payer: PAYER });
    await notify(id);
    provider.forget(id);

    clock.moveTo(created);
    const { companyId, id: quoteId } = it.quote;
    (await payQuote(it)({ companyId, quoteId, phoneNumber: PAYER, id })).unwrap();
    provider.pay(id);
    provider.put(id, { completed: null });
    await passUntil(later(START, { minutes: 1 }));
    expect(await latestPayment()).to.include({ id, status: 'succeeded', notified: START, completed: created });
  });

  // Proves: day-of-payment-untold
  it('that came before the provider said that there was no money yet does not date its payment', async () => {
    const it = await scenario();
    const { provider, clock, notify, passUntil, latestPayment } = it;
    const [id, opened] = ['01981c2e-6400-7a10-8c01-0000000000aa', later(START, { minutes: 1, seconds: 5 })];
    await provider.open({ reference: id, amount: 121_428, payer: PAYER });
    await notify(id);
    provider.forget(id);
    await passUntil(later(START, { minutes: 1 }));

    clock.moveTo(opened);
    const { companyId, id: quoteId } = it.quote;
    (await payQuote(it)({ companyId, quoteId, phoneNumber: PAYER, id })).unwrap();
    const unpaidAt = later(opened, { minutes: 2 });
    await passUntil(unpaidAt);
    provider.pay(id);
    provider.put(id, { completed: null });
    // After five minutes the notification finds its payment.
    await passUntil(later(START, { minutes: 5 }));
    expect(await latestPayment()).to.include({ id, status: 'succeeded', notified: null, completed: unpaidAt });
  });

  // Proves: notification-of-opening-or-unknown
  it('about no payment of ours is looked into again for an hour, and then no more', async () => {
    const { provider, dueWork, notify, passUntil } = await scenario();
    await provider.open({ reference: 'nobody', amount: 1, payer: '+2250505060708' });
    expect((await notify('nobody')).isOk()).to.equal(true);
    for (const minutes of [1, 5, 15, 60]) {
      expect(await dueWork.next('notices')).to.equal(later(START, { minutes }));
      await passUntil(later(START, { minutes }));
    }
    expect(await dueWork.next('notices')).to.equal(undefined);
  });

  // Proves: notification-of-opening-or-unknown
  it('about no payment of ours waits once, however often it is told, and leaves nothing behind', async () => {
    const { provider, dueWork, notify, pass, passUntil } = await scenario();
    await provider.open({ reference: 'nobody', amount: 1, payer: '+2250505060708' });
    for (let times = 0; times < 5; times += 1) await notify('nobody');
    const claimed = await dueWork.claim({ kind: 'notices' }, later(START, { minutes: 1 }), 10);
    expect(claimed).to.have.length(1);
    for (const claim of claimed) await dueWork.release(claim);
    await passUntil(later(START, { hours: 1 }));
    await pass({ minutes: 1 });
    expect(await dueWork.forget('notices', 10)).to.equal(0);
  });

  it('is refused when the provider did not make it', async () => {
    const { pay, provider, latestPayment, ...dependencies } = await scenario();
    const { id, due } = (await pay()).unwrap();
    const { body } = provider.notificationAbout(id);
    const forged = await receiveNotification(dependencies)({ headers: {}, body, provider: 'fake' });
    expect(forged.unwrapErr()).to.deep.equal({ code: 'notice_refused' });
    expect((await latestPayment()).due).to.deep.equal(due);
  });
});
