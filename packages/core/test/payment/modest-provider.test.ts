import { later, listActionItems } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { NO_ANSWER } from '@vehicle-insurance/testkit';
import { scenario, START, type Scenario } from '../scenario.ts';

const modest = () =>
  scenario({}, { expire: false, refund: false, address: 'at opening', notifications: 'undated', amountStep: 5 });

const WITHOUT_PAGE = { address: 'none', debits: 'unreported', notifications: 'none' } as const;

const minutes = (after: number) => later(START, { minutes: after });

describe('a payment at a provider that can neither expire nor refund', () => {
  // Proves: provider-capabilities
  it('is charged a multiple of the provider’s step, and the fees are the difference', async () => {
    const { pay, provider } = await modest();
    const { id, amount, fees } = (await pay()).unwrap();
    expect([amount, fees]).to.deep.equal([120_225, 1_205]);
    expect(provider.session(id).amount).to.equal(121_430);
  });

  // Proves: failed-attempt-without-expiry
  it('stays pending after a failed attempt and can still be paid', async () => {
    const { pay, provider, passUntil, latestPayment, contract } = await modest();
    const { id } = (await pay()).unwrap();
    provider.failTry(id, 'insufficient_funds');
    await passUntil(minutes(20));
    expect(await latestPayment()).to.include({ id, status: 'pending' });
    provider.pay(id);
    await passUntil(minutes(22));
    expect((await contract()).contract.paymentId).to.equal(id);
  });

  // Proves: unexpirable-watched
  it('is reconciled if its session was found cancelled, since the session may still be payable', async () => {
    const { pay, provider, passUntil, refund, latestPayment } = await modest();
    provider.liveFor(24 * 60);
    const { id } = (await pay()).unwrap();
    provider.put(id, { state: 'cancelled' });
    await passUntil(minutes(10));
    expect(await latestPayment()).to.include({ id, status: 'failed', failureReason: 'declined' });
    provider.put(id, { state: 'open' });
    provider.pay(id);
    await passUntil(minutes(20));
    expect(await refund()).to.include({ status: 'manual', amount: 121_430 });
    expect((await latestPayment()).due).to.equal(null);
  });

  // Proves: manual-refund
  it('waits for an operator to refund it if it is paid late', async () => {
    const { pay, provider, passUntil, refund, status, contracts } = await modest();
    provider.liveFor(24 * 60);
    Object.assign(provider, { expire: async () => expect.fail('the provider has no such call') });
    const { id } = (await pay()).unwrap();
    await passUntil(minutes(40));
    provider.pay(id);
    await passUntil(minutes(46));
    expect(await refund()).to.include({ status: 'manual', amount: 121_430, due: null });
    expect([(await status()).status, await contracts()]).to.deep.equal(['awaiting_payment', []]);
    await passUntil(minutes(48 * 60));
    expect(await refund()).to.include({ status: 'manual' });
  });

  it('is hidden from callers if its opening was not answered, since its URL is lost, and the quote can be paid again', async () => {
    const { pay, provider, latestPayment, status } = await modest();
    provider.scriptNextOpening('answer lost');
    expect((await pay()).unwrapErr()).to.deep.equal({ code: 'payment_provider_unavailable' });
    expect(await latestPayment()).to.include({ status: 'failed', failureReason: 'provider_unavailable' });
    expect((await latestPayment()).due).to.not.equal(null);
    expect((await status()).status).to.equal('awaiting_payment');
    expect((await pay()).unwrap().session?.url).to.be.a('string');
  });
});

describe('a payment at a provider that sends a prompt to the phone instead of a page', () => {
  // Proves: provider-capabilities
  it('is confirmed without a URL, and a second call names the payment that waits', async () => {
    const { pay, provider, passUntil, contract } = await scenario({}, WITHOUT_PAGE);
    const { id, session, status } = (await pay()).unwrap();
    expect([session?.url, status]).to.deep.equal([null, 'pending']);
    expect((await pay()).unwrapErr()).to.deep.equal({
      ...{ code: 'payment_in_progress', paymentId: id },
      paymentUrl: null,
    });
    provider.pay(id);
    await passUntil(minutes(3));
    expect((await contract()).contract.paymentId).to.equal(id);
  });

  it('is found and can be confirmed if the response to its opening was lost, since the phone has the prompt', async () => {
    const { pay, provider, passUntil, contract } = await scenario({}, WITHOUT_PAGE);
    provider.scriptNextOpening('answer lost');
    const { id, status } = (await pay()).unwrap();
    expect(status).to.equal('pending');
    provider.pay(id);
    await passUntil(minutes(3));
    expect((await contract()).contract.paymentId).to.equal(id);
  });
});

describe('a payment whose opening was not answered, at a provider that cannot search for it', () => {
  const LIFE = 20;
  const blind = () =>
    scenario({}, { expire: false, address: 'at opening', notifications: 'undated', search: { lifeMinutes: LIFE } });
  const UNAVAILABLE = { code: 'payment_provider_unavailable' };
  const lost = async (it: Scenario) => {
    it.provider.scriptNextOpening('answer lost');
    expect((await it.pay()).unwrapErr()).to.deep.equal(UNAVAILABLE);
    return it.provider.session((await it.paymentQueries.list({}, 1))[0]?.payment.id ?? '').reference;
  };

  // Proves: lost-opening-without-search
  it('fails only when its page can no longer be paid, and blocks its quote until then', async () => {
    const it = await blind();
    const id = await lost(it);
    for (const minute of [1, LIFE]) {
      await it.passUntil(minutes(minute));
      expect((await it.pay()).unwrapErr()).to.deep.equal(UNAVAILABLE);
      expect(await it.paymentCalled(id)).to.include({ status: 'opening' });
    }
    expect([(await it.status()).status, it.provider.sessions().length]).to.deep.equal(['awaiting_payment', 1]);

    await it.passUntil(minutes(LIFE + 1));
    expect(await it.paymentCalled(id)).to.include({
      ...{ status: 'failed', failureReason: 'provider_unavailable', due: null },
      completed: minutes(LIFE + 1),
    });
    expect((await it.pay()).unwrap().session?.url).to.be.a('string');
  });

  it('shows operators the lost answer, and that the provider has no search', async () => {
    const it = await blind();
    const { history = [] } = (await it.paymentQueries.find(await lost(it))) ?? {};
    expect(history.at(-1)?.why).to.deep.equal({
      code: 'several',
      problems: [NO_ANSWER, { code: 'no_session_search' }],
    });
  });

  // Proves: lost-opening-without-search
  it('is treated the same if the process died before the answer, and never searched for', async () => {
    const it = await blind();
    const { id } = await it.dieWhileOpening({ sent: true });
    expect((await it.pay()).unwrapErr()).to.deep.equal(UNAVAILABLE);
    await it.passUntil(minutes(LIFE));
    expect(await it.paymentCalled(id)).to.include({ status: 'opening' });
    await it.passUntil(minutes(LIFE + 1));
    expect(await it.paymentCalled(id)).to.include({ status: 'failed', due: null });
  });

  it('can be paid again after its page’s life even if no worker runs', async () => {
    const it = await blind();
    await lost(it);
    it.clock.moveTo(minutes(LIFE + 1));
    expect((await it.pay()).unwrap().session?.url).to.be.a('string');
  });

  // Proves: lost-opening-without-search
  it('does not fail sooner because of a notification, and is then listed as unreadable, since it may be paid', async () => {
    const it = await blind();
    const id = await lost(it);
    await it.notify(id);
    await it.passUntil(minutes(LIFE));
    expect(await it.paymentCalled(id)).to.include({ status: 'opening' });
    expect((await it.pay()).unwrapErr()).to.deep.equal(UNAVAILABLE);
    await it.passUntil(minutes(LIFE + 90));
    expect(await it.paymentCalled(id)).to.include({ status: 'failed' });
    const items = await listActionItems({ ...it, workQueries: it.store.workQueries })();
    expect(items.map((item) => [item.kind, item.id, item.why?.code])).to.deep.equal([
      ['payment_unreadable', id, 'no_session_search'],
    ]);
  });

  it('fails at once after a certain refusal, since no session can exist', async () => {
    const it = await blind();
    it.provider.scriptNextOpening('refused');
    await it.pay();
    expect(await it.latestPayment()).to.include({ status: 'failed', due: null });
    expect((await it.pay()).isOk()).to.equal(true);
  });
});
