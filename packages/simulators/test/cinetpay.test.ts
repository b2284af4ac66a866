import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { cinetpaySimulator, type CinetPayOptions, type Simulator } from '../src/index.ts';
import { call, cleanUp, movableClock, only, postJson, press, receiver, temporaryFolder, wasCut } from './world.ts';

interface CinetPayBody {
  readonly code: string;
  readonly message: string;
  readonly description: string;
  readonly data: { readonly payment_url: string; readonly status: string; readonly amount: string } | null;
}

const MERCHANT = { apiKey: 'key', siteId: '445160' } as const;
const SECRET = 'secret';
const PAYER = '+2250701020304';
const HOUR = 3600;

describe('the simulated CinetPay', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const start = async (options: Partial<CinetPayOptions> = {}, clock = movableClock()) => {
    const { received, url: notifyUrl } = await receiver(after, 200);
    const simulator = await cinetpaySimulator({
      ...{ host: '127.0.0.1', port: 0, dataDir: options.dataDir ?? temporaryFolder(after) },
      ...{ ...MERCHANT, now: clock.now, notificationSecret: SECRET },
      ...options,
    });
    after.later(() => simulator.close());
    return { simulator, clock, received, notifyUrl, ...merchant(simulator, notifyUrl) };
  };

  const merchant = ({ url }: Pick<Simulator, 'url'>, notify_url: string) => ({
    open: (over: object = {}) =>
      postJson<CinetPayBody>(`${url}/v2/payment`, {
        ...{ apikey: MERCHANT.apiKey, site_id: MERCHANT.siteId, transaction_id: 'order-1', notify_url },
        ...{ amount: 10_100, currency: 'XOF', description: 'Assurance automobile', channels: 'MOBILE_MONEY' },
        ...{ return_url: 'https://example.com/back', lock_phone_number: true, customer_phone_number: PAYER },
        ...over,
      }),
    check: (transaction_id = 'order-1') =>
      postJson<CinetPayBody>(`${url}/v2/payment/check`, {
        apikey: MERCHANT.apiKey,
        site_id: MERCHANT.siteId,
        transaction_id,
      }),
  });
  const pageOf = ({ body }: { readonly body: CinetPayBody }): string => body.data?.payment_url ?? '';

  it('opens a payment, accepts it once, and returns when it was paid', async () => {
    const { open, check, received } = await start();
    const created = await open();
    expect([created.status, created.body.code]).to.deep.equal([200, '201']);
    expect((await check()).body).to.deep.include({ code: '662', message: 'WAITING_CUSTOMER_PAYMENT' });
    expect((await check()).body.data)
      .to.include({ status: 'PENDING', payment_date: ' ' })
      .and.not.have.key('payment_url');

    expect((await press(`${pageOf(created)}/confirm`)).status).to.equal(200);
    const { code, data } = (await check()).body;
    expect(code).to.equal('00');
    expect(data).to.include({ status: 'ACCEPTED', amount: '10100', payment_date: '2026-11-01 10:00:00' });
    expect((await press(`${pageOf(created)}/confirm`)).status).to.equal(409);

    const { headers, body } = only(received);
    const values = [...new URLSearchParams(body).values()].join('');
    expect(headers['content-type']).to.equal('application/x-www-form-urlencoded');
    expect(headers['x-token']).to.equal(createHmac('sha256', SECRET).update(values).digest('hex'));
    expect(Object.fromEntries(new URLSearchParams(body))).to.include({
      cpm_site_id: MERCHANT.siteId,
      cpm_trans_id: 'order-1',
      cpm_error_message: 'SUCCES',
    });
  });

  it('shows the payer a page', async () => {
    const page = pageOf(await (await start({ businessName: 'Assurances de la Lagune' })).open());
    const response = await fetch(page, { headers: { accept: 'text/html' } });
    expect(await response.text())
      .to.include('Assurances de la Lagune')
      .and.include('+225\u00a007\u00a0••\u00a0••\u00a0••\u00a004')
      .and.match(/À payer avant<.*\d\d\/\d\d\/\d{4} à \d\d:\d\d/s, 'it ends on another day');
  });

  it('explains what is wrong with a request, and opens nothing', async () => {
    const { open, check } = await start();
    const bad: readonly (readonly [object, number, string])[] = [
      ...[{ amount: 10_101 }, { amount: 95 }, { amount: '10100' }, { currency: 'EUR' }, { description: 'Prime #1' }],
      ...[{ notify_url: 'nowhere' }, { return_url: 'javascript:alert(1)' }, { customer_phone_number: undefined }],
      { customer_phone_number: '+2250700000002' },
    ].map((over) => [over, 400, '608'] as const);
    const strange = [
      [{ apikey: 'another' }, 403, '609'],
      [{ site_id: '1' }, 403, '613'],
    ] as const;
    for (const [over, status, code] of [...bad, ...strange]) {
      const answer = await open(over);
      expect([answer.status, answer.body.code], JSON.stringify(over)).to.deep.equal([status, code]);
      expect(answer.body.description).to.be.a('string');
    }
    expect((await check()).body.message).to.equal('TRANSACTION_NOT_FOUND');
    await open();
    expect((await open()).status).to.equal(409);
  });

  it('behaves as the payer’s number selects', async () => {
    const { open, check, received, clock } = await start();
    const mobile = (digits: string) => ({ transaction_id: digits, customer_phone_number: `+225070000${digits}` });
    expect(await wasCut(open(mobile('0004')))).to.equal(true);
    expect((await check('0004')).body.data?.status).to.equal('PENDING');
    expect((await press(`${pageOf(await open(mobile('0001')))}/confirm`)).status).to.equal(402);
    expect((await check('0001')).body.code).to.equal('602');
    await press(`${pageOf(await open(mobile('0007')))}/confirm`);
    expect((await check('0007')).body.data?.amount).to.equal('10000');
    expect((await open(mobile('0008'))).body.code).to.equal('201');
    expect((await check('0008')).body.code).to.equal('00');
    await press(`${pageOf(await open(mobile('0009')))}/confirm`);
    expect(await wasCut(check('0009'))).to.equal(true);
    const before = received.length;
    await press(`${pageOf(await open(mobile('0003')))}/confirm`);
    expect(received).to.have.length(before);
    clock.advance(HOUR);
    expect((await check('0009')).body.code).to.equal('00');
  });

  it('ends a payment after a day, and not sooner', async () => {
    const { open, check, clock, simulator } = await start();
    const page = pageOf(await open());
    expect(simulator.nextDue()?.toISOString()).to.equal('2026-11-02T10:00:00.000Z');
    clock.advance(24 * HOUR - 1);
    expect((await check()).body.data?.status).to.equal('PENDING');
    clock.advance(1);
    expect((await check()).body).to.have.nested.include({ code: '627', 'data.status': 'CANCELLED' });
    expect((await press(`${page}/confirm`)).status).to.equal(409);
  });

  it('keeps everything over a restart, and shows testers the whole history', async () => {
    const dataDir = temporaryFolder(after);
    const first = await start({ dataDir });
    await press(`${pageOf(await first.open())}/confirm`);
    await first.simulator.close();
    const { simulator, check } = await start({ dataDir });
    expect((await check()).body.code).to.equal('00');
    const response = await call<readonly Record<string, readonly object[]>[]>(
      `${simulator.url}/sandbox/sessions?client_reference=order-1`,
    );
    const { states, requests, refunds, notifications } = only(response.body);
    expect([states?.length, requests?.length, refunds?.length, notifications?.length]).to.deep.equal([2, 3, 0, 1]);
    expect(
      (await call<readonly object[]>(`${simulator.url}/sandbox/sessions?client_reference=none`)).body,
    ).to.deep.equal([]);
  });
});
