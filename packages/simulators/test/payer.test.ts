import { expect } from 'chai';
import {
  call,
  cleanUp,
  merchant,
  movableClock,
  noticeIn,
  only,
  press,
  receiver,
  startMobileMoney,
  wasCut,
} from './world.ts';

const payerEndingIn = (digits: string): string => `+225070102${digits}`;

describe('mobile money: payers by their number', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const start = async () => {
    const clock = movableClock();
    const notifications = await receiver(after);
    const simulator = await startMobileMoney(after, clock, { notifications: { url: notifications.url, secret: 's' } });
    const types = (): string[] =>
      notifications.received.map((received) => noticeIn(received).type.replace('checkout.session.', ''));
    return { clock, simulator, wave: merchant(simulator), types };
  };

  it('pays for an ordinary number, and tells the merchant at once', async () => {
    const { wave, types } = await start();
    const { wave_launch_url } = (await wave.open(payerEndingIn('9999'))).body;
    expect((await press(`${wave_launch_url}/confirm`)).status).to.equal(200);
    expect(types()).to.deep.equal(['completed']);
    for (const act of ['confirm', 'refuse']) expect((await press(`${wave_launch_url}/${act}`)).status).to.equal(409);
    expect(types()).to.deep.equal(['completed']);
  });

  it('refuses payment from another number, and takes the right one in every notation', async () => {
    const { wave, types } = await start();
    const { id, wave_launch_url } = (await wave.open(payerEndingIn('9999'))).body;
    const other = await press(`${wave_launch_url}/confirm?from=+2250500000000`);
    expect([other.status, other.body.code]).to.deep.equal([402, 'payer-mobile-mismatch']);
    expect((await wave.get(`/${id}`)).body).to.deep.include({ checkout_status: 'open' });
    expect((await wave.get(`/${id}`)).body.last_payment_error.code).to.equal('payer-mobile-mismatch');
    expect((await press(`${wave_launch_url}/confirm?from=%2B2250701029999`)).status).to.equal(200);
    expect(types()).to.deep.equal(['payment_failed', 'completed']);
  });

  it('takes a refusal as a failed try: the session stays open', async () => {
    const { wave, types } = await start();
    const { id, wave_launch_url } = (await wave.open(payerEndingIn('9999'))).body;
    const refusal = await press(`${wave_launch_url}/refuse`);
    expect([refusal.status, refusal.body.code]).to.deep.equal([402, 'payment-failure']);
    expect((await wave.get(`/${id}`)).body.checkout_status).to.equal('open');
    expect(types()).to.deep.equal(['payment_failed']);
  });

  it('0001 lacks funds', async () => {
    const { wave, types } = await start();
    const { wave_launch_url } = (await wave.open(payerEndingIn('0001'))).body;
    const { status, body } = await press(`${wave_launch_url}/confirm`);
    expect([status, body.code]).to.deep.equal([402, 'insufficient-funds']);
    expect(types()).to.deep.equal(['payment_failed']);
  });

  it('0002 gets no session', async () => {
    const { wave } = await start();
    const { status, body } = await wave.open(payerEndingIn('0002'));
    expect([status, body.code]).to.deep.equal([422, 'request-validation-error']);
    expect(await wave.told('order-1')).to.deep.equal([]);
  });

  // Proves: payer-0016
  it('0016 is debited for longer than the session lives: processing, also when it has expired, then succeeded', async () => {
    const { clock, simulator, wave, types } = await start();
    const { id, wave_launch_url } = (await wave.open(payerEndingIn('0016'))).body;
    const stands = async () => {
      const { checkout_status, payment_status } = (await wave.get(`/${id}`)).body;
      return [checkout_status, payment_status];
    };
    expect(await stands()).to.deep.equal(['open', undefined]);
    expect((await press(`${wave_launch_url}/refuse`)).status).to.equal(402);
    expect((await press(`${wave_launch_url}/confirm`)).status).to.equal(200);
    expect(await stands()).to.deep.equal(['open', 'processing']);
    expect((await wave.get(`/${id}`)).body.last_payment_error.code).to.equal('payment-failure');
    for (const act of ['confirm', 'refuse']) expect((await press(`${wave_launch_url}/${act}`)).status).to.equal(409);

    clock.advance(60);
    expect((await wave.post(`/${id}/expire`)).status).to.equal(200);
    clock.advance(119);
    expect(await stands()).to.deep.equal(['expired', 'processing']);
    const page = await fetch(wave_launch_url, { headers: { accept: 'text/html' } });
    expect(await page.text())
      .to.include('Paiement en cours')
      .and.not.include('Rien n’a été débité');
    expect(simulator.nextDue()?.toISOString()).to.equal(new Date(clock.now().getTime() + 1000).toISOString());
    expect(types()).to.deep.equal(['payment_failed']);

    clock.advance(1);
    await simulator.catchUp();
    expect(await stands()).to.deep.equal(['expired', 'succeeded']);
    expect(types()).to.deep.equal(['payment_failed', 'completed']);
    expect((await wave.post(`/${id}/refund`)).status).to.equal(200);
  });

  it('0016 is debited though the session is not ended', async () => {
    const { clock, wave } = await start();
    const { id, wave_launch_url } = (await wave.open(payerEndingIn('0016'))).body;
    await press(`${wave_launch_url}/confirm`);
    clock.advance(33 * 60);
    const { checkout_status, payment_status, when_completed, when_expires } = (await wave.get(`/${id}`)).body;
    expect([checkout_status, payment_status]).to.deep.equal(['expired', 'succeeded']);
    expect(Date.parse(when_completed) - Date.parse(when_expires)).to.equal(2 * 60_000);
  });

  it('0003 pays without a notification', async () => {
    const { simulator, wave, types } = await start();
    const { id, wave_launch_url } = (await wave.open(payerEndingIn('0003'))).body;
    expect((await press(`${wave_launch_url}/confirm`)).status).to.equal(200);
    await simulator.catchUp();
    expect(types()).to.deep.equal([]);
    expect((await wave.get(`/${id}`)).body.payment_status).to.equal('succeeded');
  });

  it('0004 has a session, but its opening is never answered', async () => {
    const { wave } = await start();
    expect(await wasCut(wave.open(payerEndingIn('0004')))).to.equal(true);
    const session = only((await wave.get('/search?client_reference=order-1')).body.result);
    expect(session.checkout_status).to.equal('open');
    const { requests } = only(await wave.told('order-1'));
    expect(only(requests.slice(0, 1)).status).to.equal(null);
  });

  it('0005 cannot be expired and can pay for a day', async () => {
    const { clock, wave } = await start();
    const { id, wave_launch_url } = (await wave.open(payerEndingIn('0005'))).body;
    expect((await wave.post(`/${id}/expire`)).status).to.equal(500);
    clock.advance(23 * 3600);
    expect((await press(`${wave_launch_url}/confirm`)).status).to.equal(200);
    expect((await wave.post(`/${id}/expire`)).status).to.equal(409);
  });

  it('0006 is notified three times each, the copies of two events mixed', async () => {
    const { clock, simulator, wave, types } = await start();
    const { wave_launch_url } = (await wave.open(payerEndingIn('0006'))).body;
    await press(`${wave_launch_url}/refuse`);
    await press(`${wave_launch_url}/confirm`);
    const due: (string | undefined)[] = [];
    for (const _ of [1, 2]) {
      due.push(simulator.nextDue()?.toISOString());
      clock.advance(1);
      await simulator.catchUp();
    }
    expect(due).to.deep.equal(['2026-11-01T10:00:01.000Z', '2026-11-01T10:00:02.000Z']);
    expect(types()).to.have.members(['payment_failed', 'completed'].flatMap((type) => [type, type, type]));
    expect(types().lastIndexOf('payment_failed')).to.be.greaterThan(types().indexOf('completed'));
    const { notifications } = only(await wave.told('order-1'));
    expect(new Set(notifications.map(({ id }) => id)).size).to.equal(2);
  });

  it('0007 turns out to have paid another amount, and gets that one back', async () => {
    const { wave } = await start();
    const { id, wave_launch_url, amount } = (await wave.open(payerEndingIn('0007'))).body;
    expect(amount).to.equal('10100');
    await press(`${wave_launch_url}/confirm`);
    expect((await wave.get(`/${id}`)).body.amount).to.equal('10000');
    await wave.post(`/${id}/refund`);
    expect(only(only(await wave.told('order-1')).refunds).amount).to.equal('10000');
  });

  it('0008 has paid, and the merchant been told, before the opening is answered', async () => {
    const { wave, types } = await start();
    const { body } = await wave.open(payerEndingIn('0008'));
    expect(types()).to.deep.equal(['completed']);
    expect(body.wave_launch_url).to.be.a('string');
    expect((await wave.get(`/${body.id}`)).body.payment_status).to.equal('succeeded');
  });

  it('0009 is out of reach for an hour, except for the payer', async () => {
    const { clock, wave } = await start();
    const { id, wave_launch_url } = (await wave.open(payerEndingIn('0009'))).body;
    for (const path of [`/${id}`, '/search?client_reference=order-1']) {
      expect(await wasCut(wave.get(path)), path).to.equal(true);
    }
    for (const act of ['expire', 'refund']) expect(await wasCut(wave.post(`/${id}/${act}`)), act).to.equal(true);
    expect((await call(wave_launch_url)).status).to.equal(200);
    expect((await press(`${wave_launch_url}/confirm`)).status).to.equal(200);
    clock.advance(3600);
    expect((await wave.get(`/${id}`)).body.payment_status).to.equal('succeeded');
  });

  it('0010 is as 0005, and never notified', async () => {
    const { wave, types } = await start();
    const { id, wave_launch_url, when_expires } = (await wave.open(payerEndingIn('0010'))).body;
    expect(when_expires).to.equal('2026-11-02T10:00:00.000Z');
    expect((await wave.post(`/${id}/expire`)).status).to.equal(500);
    await press(`${wave_launch_url}/refuse`);
    expect(types()).to.deep.equal([]);
  });
});
