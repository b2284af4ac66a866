import { done, jobs, later, type Job, type MobileMoney, type WorkQueue } from '@vehicle-insurance/core';
import { providersOf, ROUTINE_PAYMENTS, URGENT_PAYMENTS } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { reconcilePayment } from '../../src/use-cases/payment/reconcile-payment.ts';
import { scenario, START } from '../scenario.ts';

const hours = (after: number) => later(START, { hours: after });

const failButKeepOpen = async () => {
  const it = await scenario();
  it.provider.liveFor(24 * 60);
  it.provider.allow({ expire: false });
  const payment = (await it.pay()).unwrap();
  await it.passUntil(later(START, { minutes: 30 }));
  return { ...it, payment };
};

describe('a failed payment', () => {
  // Proves: failed-never-succeeds
  it('is refunded although another payment has bought the contract since', async () => {
    const { payment, provider, pass, pay, contract } = await failButKeepOpen();
    const second = (await pay()).unwrap();
    provider.pay(second.id);
    provider.pay(payment.id);
    await pass({ minutes: 5 });
    expect((await contract()).contract.paymentId).to.equal(second.id);
    expect([provider.session(payment.id).refunds, provider.session(second.id).refunds]).to.deep.equal([1, 0]);
  });

  // Proves: debit-after-session
  it('is reconciled as long as a debit is known to be in progress', async () => {
    const { payment, provider, pass, paymentCalled } = await failButKeepOpen();
    provider.put(payment.id, { state: 'expired_processing' });
    await pass({ hours: 60 });
    expect((await paymentCalled(payment.id))?.due).to.deep.include({ lastError: { code: 'debit_in_progress' } });
    provider.put(payment.id, { state: 'expired' });
    await pass({ hours: 2 });
    expect((await paymentCalled(payment.id))?.due).to.equal(null);
  });

  for (const [what, answers] of [
    ['an outdated read', 'read'],
    ['an outdated search', 'search'],
  ] as const)
    // Proves: watch
    it(`that is notified after its reconciliation ended is checked for another hour, despite ${what}`, async () => {
      const it = await scenario({}, { expire: false });
      if (answers === 'search') it.provider.scriptNextOpening('request lost');
      await it.pay();
      const { id, payer } = await it.latestPayment();
      await it.passUntil(hours(27));
      expect((await it.latestPayment()).due).to.equal(null);

      if (answers === 'search') await it.provider.open({ reference: id, amount: 121_428, payer });
      it.provider.pay(id);
      const stale: Partial<MobileMoney> =
        answers === 'search'
          ? { search: async () => done([]) }
          : {
              read: async (session) => {
                const said = await it.provider.read(session);
                return said.outcome === 'done' ? done({ ...said.value, state: 'open' }) : said;
              },
            };
      const lagging = { ...it, providers: providersOf({ ...it.provider, ...stale }) };
      const notified = it.clock.now();
      await it.notify(id);
      for (const minutes of [0, 1, 5, 15]) {
        it.clock.moveTo(later(notified, { minutes }));
        await jobs(lagging).payments();
        expect(await it.refund()).to.equal(null);
      }
      await it.passUntil(later(notified, { hours: 1 }));
      expect(await it.refund()).to.include({ amount: 121_428 });
    });

  // Proves: watch
  it('that is notified after its reconciliation ended but was not paid is checked for an hour after the last notification', async () => {
    const it = await scenario({}, { expire: false });
    const { id } = (await it.pay()).unwrap();
    await it.passUntil(hours(27));
    await it.notify(id);
    await it.pass({ minutes: 50 });
    await it.notify(id);
    await it.pass({ minutes: 59 });
    expect((await it.latestPayment()).due?.at).to.equal(later(hours(27), { minutes: 110 }));
    await it.pass({ minutes: 1 });
    expect(await it.latestPayment()).to.include({ due: null, notified: null });
  });

  // Proves: leases-fence
  it('is not changed by a late worker if the payment has succeeded since or does not exist', async () => {
    const { pay, provider, pass, paymentCalled, ...it } = await scenario();
    const { id, companyId } = (await pay()).unwrap();
    provider.pay(id);
    await pass({ minutes: 2 });
    const before = await paymentCalled(id);
    expect(before?.status).to.equal('succeeded');
    for (const named of [id, 'none'])
      await reconcilePayment(it)({ kind: 'payments', companyId, id: named, lease: 'lost long ago', attempt: 1 });
    expect(await paymentCalled(id)).to.deep.equal(before);
  });

  // Proves: watch
  it('is reconciled again at once if a notification arrives during a search that finds nothing', async () => {
    const it = await scenario();
    it.provider.scriptNextOpening('request lost');
    await it.pay();
    const { id, payer } = await it.latestPayment();
    const fired: Job[] = [];
    const reconcile = async (queue: WorkQueue, search: Partial<MobileMoney>) => {
      const trigger = { fire: (job: Job) => void fired.push(job) };
      const providers = providersOf({ ...it.provider, ...search });
      await reconcilePayment({ ...it, trigger, providers })(await it.claimWork(queue));
      return it.latestPayment();
    };
    const [asked, arrived] = [later(START, { minutes: 1 }), later(START, { minutes: 2 })];
    it.clock.moveTo(asked);
    const search: MobileMoney['search'] = async (reference) => {
      await it.provider.open({ reference, amount: 121_428, payer });
      it.clock.moveTo(arrived);
      await it.notify(reference);
      return done([]);
    };
    const notified = await reconcile(ROUTINE_PAYMENTS, { search });
    expect(notified).to.include({ session: null, notified: arrived });
    expect([notified.due?.at, fired]).to.deep.equal([asked, []]);
    await it.store.endLeases();
    expect((await reconcile(URGENT_PAYMENTS, {})).session?.id).to.equal(it.provider.session(id).id);
    expect(fired).to.deep.equal(['payments']);
  });

  // Proves: watch
  it('is still reconciled if a search begins before the end of its reconciliation and finds nothing after it', async () => {
    const it = await scenario();
    it.provider.scriptNextOpening('request lost');
    await it.pay();
    const { id, payer } = await it.latestPayment();
    const search: MobileMoney['search'] = async (reference) => {
      const nothing = await it.provider.search(reference);
      await it.provider.open({ reference, amount: 121_428, payer });
      it.provider.pay(reference);
      it.clock.moveTo(hours(26));
      return nothing;
    };
    it.clock.moveTo(later(START, { minutes: 1 }));
    await jobs({ ...it, providers: providersOf({ ...it.provider, search }) }).payments();
    await it.pass({ hours: 1 });
    expect(it.provider.session(id).refunds).to.equal(1);
  });
});

describe('a refund', () => {
  // Proves: refunds
  it('is retried after 1, 5, 15 and 60 minutes, and then every hour for ever, and is made once', async () => {
    const { pay, refund, provider, pass, passUntil } = await scenario();
    const { id } = (await pay()).unwrap();
    provider.allow({ refund: false });
    provider.pay(id, { amount: 1 });
    await pass({ minutes: 2 });
    const created = (await refund())?.created ?? START;
    for (const minutes of [1, 5, 15, 60, 120]) {
      expect((await refund())?.due?.at).to.equal(later(created, { minutes }));
      await passUntil(later(created, { minutes }));
    }
    await pass({ hours: 72 });
    expect((await refund())?.status).to.equal('due');
    provider.allow({ refund: true });
    await pass({ hours: 1 });
    expect(await refund()).to.include({ status: 'done', due: null });
    expect(provider.session(id).refunds).to.equal(1);
  });
});
