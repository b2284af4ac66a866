import { expect } from 'chai';
import { cleanUp, merchant, movableClock, noticeIn, only, press, receiver, startMobileMoney } from './world.ts';

describe('the scripted payers of the simulated Wave', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const session = async (digits: string) => {
    const clock = movableClock();
    const notifications = await receiver(after);
    const simulator = await startMobileMoney(after, clock, { notifications: { url: notifications.url, secret: 's' } });
    const wave = merchant(simulator);
    const { body } = await wave.open(`+225070102${digits}`);
    const statuses = async () => {
      const { checkout_status, payment_status } = (await wave.get(`/${body.id}`)).body;
      return [checkout_status, payment_status];
    };
    return {
      ...{ clock, simulator, wave, body, statuses },
      types: () => notifications.received.map((each) => noticeIn(each).type.replace('checkout.session.', '')),
      read: async () => (await wave.get(`/${body.id}`)).body,
      expire: async () => (await wave.post(`/${body.id}/expire`)).status,
      confirm: () => press(`${body.wave_launch_url}/confirm`),
      refuse: () => press(`${body.wave_launch_url}/refuse`),
      history: async () => only(await wave.historyOf('order-1')),
    };
  };

  it('let 0001 fail for lack of funds', async () => {
    const { confirm, types } = await session('0001');
    const { status, body } = await confirm();
    expect([status, body.code]).to.deep.equal([402, 'insufficient-funds']);
    expect(types()).to.deep.equal(['payment_failed']);
  });

  // Proves: payer-0016
  it('debit 0016 for longer than the session lives: processing, even after it expired, then succeeded', async () => {
    const { clock, simulator, wave, body, read, statuses, expire, confirm, refuse, types } = await session('0016');
    expect((await refuse()).status).to.equal(402);
    expect((await confirm()).status).to.equal(200);
    expect(await statuses()).to.deep.equal(['open', 'processing']);
    expect((await read()).last_payment_error.code).to.equal('payment-failure');
    for (const act of [confirm, refuse]) expect((await act()).status).to.equal(409);

    clock.advance(60);
    expect(await expire()).to.equal(200);
    clock.advance(119);
    expect(await statuses()).to.deep.equal(['expired', 'processing']);
    const page = await fetch(body.wave_launch_url, { headers: { accept: 'text/html' } });
    expect(await page.text())
      .to.include('Paiement en cours')
      .and.not.include('Rien n’a été débité');
    expect(simulator.nextDue()?.getTime()).to.equal(clock.now().getTime() + 1000);
    expect(types()).to.deep.equal(['payment_failed']);

    clock.advance(1);
    await simulator.catchUp();
    expect(await statuses()).to.deep.equal(['expired', 'succeeded']);
    expect(types()).to.deep.equal(['payment_failed', 'completed']);
    expect((await wave.post(`/${body.id}/refund`)).status).to.equal(200);
  });

  it('send three copies of each notification for 0006, those of two events mixed', async () => {
    const { clock, simulator, refuse, confirm, types, history } = await session('0006');
    await refuse();
    await confirm();
    for (const second of ['01', '02']) {
      expect(simulator.nextDue()?.toISOString()).to.equal(`2026-11-01T10:00:${second}.000Z`);
      clock.advance(1);
      await simulator.catchUp();
    }
    expect(types()).to.have.members(['payment_failed', 'completed'].flatMap((type) => [type, type, type]));
    expect(types().lastIndexOf('payment_failed')).to.be.greaterThan(types().indexOf('completed'));
    expect(new Set((await history()).notifications.map(({ id }) => id)).size).to.equal(2);
  });
});
