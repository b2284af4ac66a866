import { later, unknown, type Instant } from '@vehicle-insurance/core';
import { inUnit, BY_A_TEST, NO_ANSWER, providersOf, ROUTINE_PAYMENTS } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { reconcilePayment } from '../../src/use-cases/payment/reconcile-payment.ts';
import { payThrough, scenario, START } from '../scenario.ts';

const minutes = (after: number) => later(START, { minutes: after });
const hours = (after: number) => later(START, { hours: after });
const justBefore = (at: Instant) => later(at, { milliseconds: -1 });

/** A payment that failed after half an hour, and whose session could not be made unpayable. */
const failPayment = async ({ life = 24 * 60 }: { readonly life?: number | undefined } = {}) => {
  const it = await scenario();
  it.provider.liveFor(life);
  it.provider.allow({ expire: false });
  const { id } = (await it.pay()).unwrap();
  await it.passUntil(minutes(30));
  return {
    ...it,
    id,
    isWatchedAfter: async (at: Instant): Promise<boolean> => {
      it.clock.moveTo(at);
      await inUnit(it.unitOfWork, async ({ payments }) => {
        const payment = await payments.find(it.quote.companyId, id);
        if (payment?.due) await payments.save({ ...payment, due: { ...payment.due, at } }, { at, why: BY_A_TEST });
      });
      await it.doWhatIsDue();
      return (await it.latestPayment()).due !== null;
    },
  };
};

describe('a failed payment is reconciled, to the millisecond,', () => {
  for (const { state, life, end } of [
    { state: 'expired', end: minutes(100) },
    { state: 'expired', life: 35, end: minutes(95) },
    { state: 'expired_processing', end: minutes(100) },
    { state: 'expired_unsettled', end: minutes(100) },
  ] as const)
    // Proves: debit-after-session
    it(`until an hour after its session ended, if ${state} is first reported after 40 minutes (announced: ${life ?? 'a day'})`, async () => {
      const { id, provider, isWatchedAfter } = await failPayment({ life });
      provider.put(id, { state });
      expect(await isWatchedAfter(minutes(40))).to.equal(true);
      provider.put(id, { state: 'expired' });
      expect(await isWatchedAfter(justBefore(end))).to.equal(true);
      expect(await isWatchedAfter(end)).to.equal(false);
    });

  for (const state of ['open', 'expired_unsettled', 'cancelled'] as const)
    // Proves: watch
    it(`until an hour after the announced end of its session if the provider keeps reporting ${state}`, async () => {
      const { id, provider, isWatchedAfter } = await failPayment();
      provider.put(id, { state, expires: hours(48) });
      expect(await isWatchedAfter(minutes(40))).to.equal(true);
      expect(await isWatchedAfter(justBefore(hours(25)))).to.equal(true);
      expect(await isWatchedAfter(hours(25))).to.equal(false);
    });

  // Proves: watch
  it('until 25 hours after it failed if no session was found, and longer while the provider gives no answer', async () => {
    for (const isSilent of [false, true]) {
      const { pay, provider, passUntil, latestPayment } = await scenario();
      provider.scriptNextOpening('request lost');
      await pay();
      await passUntil(justBefore(hours(25)));
      expect((await latestPayment()).due?.at).to.equal(hours(25));
      if (isSilent) provider.fallSilent();
      await passUntil(hours(25));
      expect((await latestPayment()).due?.at).to.equal(isSilent ? hours(26) : undefined);
    }
  });
});

describe('a pending payment', () => {
  // Proves: silence-closes-nothing
  it('is given up exactly a day after the first missing answer', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.provider.fallSilent();
    const end = later(minutes(2), { hours: 24 });
    await it.passUntil(justBefore(end));
    expect((await it.latestPayment()).status).to.equal('pending');
    await it.passUntil(end);
    expect(await it.latestPayment()).to.include({ failureReason: 'provider_unavailable', completed: end });
    expect((await payThrough(it, {}, id)).unwrap()).to.include({ id, status: 'pending' });
  });

  it('stays open if the last unanswered query began within its day, even if that query fails later', async () => {
    const it = await scenario();
    await it.pay();
    it.provider.fallSilent();
    const end = later(minutes(2), { hours: 24 });
    await it.passUntil(later(end, { minutes: -2 }));
    it.clock.moveTo(later(end, { minutes: -1 }));
    const read = async () => {
      it.clock.moveTo(end);
      return unknown(NO_ANSWER);
    };
    const slow = { ...it, providers: providersOf({ ...it.provider, read }) };
    await reconcilePayment(slow)(await it.claimWork(ROUTINE_PAYMENTS));
    expect((await it.latestPayment()).status).to.equal('pending');
  });

  for (const [when, expires, status] of [
    ['ended 31 minutes after it was created', minutes(31), 'succeeded'],
    ['ended a millisecond later', later(minutes(31), { milliseconds: 1 }), 'failed'],
    ['stayed payable', hours(24), 'failed'],
  ] as const)
    // Proves: paid-in-time
    it(`whose debit is first reported late and then succeeds has ${status} if its session ${when}`, async () => {
      const { provider, pay, passUntil, latestPayment, refund } = await scenario();
      provider.allow({ expire: false });
      const { id } = (await pay()).unwrap();
      await passUntil(minutes(29));
      provider.fallSilent();
      provider.put(id, { expires });
      provider.beginDebit(id);
      await passUntil(minutes(35));
      provider.speakAgain();
      await passUntil(minutes(36));
      expect((await latestPayment()).status).to.equal('pending');
      provider.pay(id);
      await passUntil(minutes(37));
      const failureReason = status === 'failed' ? 'expired' : null;
      expect(await latestPayment()).to.include({ status, failureReason });
      expect((await refund())?.status).to.equal(status === 'failed' ? 'done' : undefined);
    });

  it('with a session cancelled after a failed attempt fails with the reason of that attempt', async () => {
    const { provider, pay, passUntil, latestPayment } = await scenario();
    provider.put((await pay()).unwrap().id, { state: 'cancelled', lastFailure: 'insufficient_funds' });
    await passUntil(minutes(2));
    expect((await latestPayment()).failureReason).to.equal('insufficient_funds');
  });
});
