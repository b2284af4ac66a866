import { expect } from 'chai';
import { cinetpaySimulator } from '../src/index.ts';
import { cleanUp, movableClock, postJson, press, receiver, temporaryFolder } from './world.ts';

interface CinetPayBody {
  readonly code: string;
  readonly message: string;
  readonly description: string;
  readonly data: { readonly payment_url: string; readonly status: string; readonly amount: string } | null;
}

const MERCHANT = { apiKey: 'key', siteId: '445160' } as const;
const PAYER = '+2250701020304';
const HOUR = 3600;

describe('the simulated CinetPay', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const start = async () => {
    const clock = movableClock();
    const { received, url: notify_url } = await receiver(after, 200);
    const simulator = await cinetpaySimulator({
      ...{ host: '127.0.0.1', port: 0, dataDir: temporaryFolder(after), now: clock.now },
      ...{ ...MERCHANT, notificationSecret: 'secret', businessName: 'Assurances de la Lagune' },
    });
    after.later(() => simulator.close());
    const send = (path: string, fields: object) =>
      postJson<CinetPayBody>(`${simulator.url}/v2/payment${path}`, {
        ...{ apikey: MERCHANT.apiKey, site_id: MERCHANT.siteId, transaction_id: 'order-1' },
        ...fields,
      });
    const open = (over: object = {}) =>
      send('', {
        ...{ amount: 10_100, currency: 'XOF', description: 'Assurance automobile', channels: 'MOBILE_MONEY' },
        ...{ return_url: 'https://example.com/back', lock_phone_number: true, customer_phone_number: PAYER },
        ...{ notify_url, ...over },
      });
    return {
      simulator,
      clock,
      received,
      open,
      check: (transaction_id = 'order-1') => send('/check', { transaction_id }),
    };
  };
  const pageOf = ({ body }: { readonly body: CinetPayBody }): string => body.data?.payment_url ?? '';

  it('shows the payer a page', async () => {
    const page = pageOf(await (await start()).open());
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
    const { open, check, received } = await start();
    const mobile = (digits: string) => ({ transaction_id: digits, customer_phone_number: `+225070000${digits}` });
    expect((await press(`${pageOf(await open(mobile('0001')))}/confirm`)).status).to.equal(402);
    expect((await check('0001')).body.code).to.equal('602');
    await press(`${pageOf(await open(mobile('0007')))}/confirm`);
    expect((await check('0007')).body.data?.amount).to.equal('10000');
    const before = received.length;
    await press(`${pageOf(await open(mobile('0003')))}/confirm`);
    expect(received).to.have.length(before);
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
});
