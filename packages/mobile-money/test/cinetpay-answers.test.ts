import { json } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { ACCEPTED, CREATED, REQUEST, scriptedProviders } from './provider-answers.ts';

const but = (data: object, over: object = {}) => ({ ...ACCEPTED, ...over, data: { ...ACCEPTED.data, ...data } });

describe('cinetpayMobileMoney', () => {
  const { server, cinetpay } = scriptedProviders();

  it('declares that CinetPay probes the notification address', () => {
    const { provider, probesAddress } = cinetpay();
    expect([provider, probesAddress]).to.deep.equal(['cinetpay', true]);
  });

  it('requests a payment once, with CinetPay’s fields, from the payer’s number only', async () => {
    server().answer(json(200, CREATED));
    const before = server().asked.length;
    expect(await cinetpay().open(REQUEST)).to.deep.include({ outcome: 'done' });
    const [asked, ...more] = server().asked.slice(before);
    expect(more).to.deep.equal([]);
    expect(asked).to.include({ method: 'POST', url: '/v2/payment' });
    // CinetPay's firewall rejects requests without a user agent.
    expect(asked?.headers['user-agent']).to.be.a('string');
    // On a new connection: a stale one would look like a lost response.
    expect(asked?.headers).to.include({ connection: 'close' });
    expect(JSON.parse(asked?.body ?? '')).to.deep.equal({
      ...{ apikey: 'the-key', site_id: '445160', transaction_id: REQUEST.reference, amount: 104_630 },
      ...{ currency: 'XOF', description: 'Assurance automobile', channels: 'MOBILE_MONEY', lang: 'fr' },
      ...{ notify_url: 'https://insurance.internal/notifications/cinetpay', return_url: 'https://example.com/back' },
      ...{ lock_phone_number: true, customer_phone_number: REQUEST.payer },
    });
  });

  it('refuses to expire or refund without a call, as CinetPay has no such calls', async () => {
    const before = server().asked.length;
    expect(await cinetpay().expire(REQUEST.reference)).to.deep.equal({ outcome: 'refused', reason: 'not_possible' });
    expect(await cinetpay().refund(REQUEST.reference)).to.deep.equal({ outcome: 'refused', reason: 'not_supported' });
    expect(server().asked).to.have.length(before);
  });

  describe('when opening a session', () => {
    for (const code of ['608', '609', '613', 609])
      it(`treats the code ${code} as a refusal, with any HTTP status`, async () => {
        server().answer(json(200, { code, message: 'no' }));
        expect(await cinetpay().open(REQUEST)).to.deep.include({ outcome: 'refused', reason: 'provider_error' });
      });

    const unreadable: Readonly<Record<string, unknown>> = {
      'a body that is not JSON': 'it works!',
      nothing: '',
      null: 'null',
      'an unknown code': { ...CREATED, code: '299' },
      'a transaction that may exist already': { code: '620', message: 'ERROR_DOUBLE_PAYMENT' },
      'an internal error': { code: '624', message: 'UNKNOWN_ERROR' },
      'no code': { ...CREATED, code: undefined },
      'no address': { ...CREATED, data: { payment_token: 'x' } },
      'an address that no payer can open': { ...CREATED, data: { payment_url: 'javascript:alert(1)' } },
    };
    for (const [what, body] of Object.entries(unreadable))
      it(`returns unknown for ${what}`, async () => {
        server().answer(json(200, body));
        expect((await cinetpay().open(REQUEST)).outcome).to.equal('unknown');
      });
  });

  describe('when checking a transaction', () => {
    const check = async (body: unknown, status = 200) => {
      server().answer(json(status, body));
      return cinetpay().read(REQUEST.reference);
    };
    const sessionOf = async (body: unknown) => {
      const answer = await check(body);
      return answer.outcome === 'done' ? answer.value : answer.outcome;
    };

    it('returns a payment with its amount and time', async () => {
      expect(await sessionOf(ACCEPTED)).to.deep.equal({
        ...{ id: REQUEST.reference, state: 'paid', url: null, amount: 104_630, currency: 'XOF' },
        ...{ created: null, expires: null, completed: '2026-01-15T09:03:15.000Z', lastFailure: null },
      });
      for (const amount of [104_630, '104630.00', '104630.0'])
        expect(await sessionOf(but({ amount })), String(amount)).to.include({ amount: 104_630 });
      const spaced = await sessionOf(but({ payment_date: ' 2026-01-15 09:03:15 ' }));
      expect(spaced).to.include({ completed: '2026-01-15T09:03:15.000Z' });
      const noTimes = [null, ' ', 'yesterday', '0000-00-00 00:00:00', '0000-01-01 00:00:00', '+012026-01-15 09:03:15'];
      for (const day of noTimes)
        expect(await sessionOf(but({ payment_date: day })), String(day)).to.include({ state: 'paid', completed: null });
    });

    for (const status of ['CREATED', 'PROCESSING', 'PENDING', 'WAITING_CUSTOMER_PAYMENT', 'WAITING_CUSTOMER_OTP_CODE'])
      it(`returns ${status} as an open session, with or without an amount`, async () => {
        const { currency } = ACCEPTED.data;
        const waiting = { state: 'open', lastFailure: null, completed: null, currency };
        const bare = but({ status, amount: null, currency: null, payment_date: ' ' }, { code: '662' });
        expect(await sessionOf(bare)).to.include(waiting);
        // A payment time before the payment is ignored.
        expect(await sessionOf(but({ status }, { code: '623' }))).to.include({ ...waiting, amount: 104_630 });
      });

    for (const status of ['EXPIRED', 'FAILED', 'CANCELED', 'REFUSED'])
      it(`returns ${status} as a failed attempt in a session that can still be paid`, async () => {
        const open = { state: 'open' };
        for (const [code, lastFailure] of [
          ['627', 'declined'],
          ['999', 'declined'],
          ['602', 'insufficient_funds'],
        ] as const)
          expect(await sessionOf(but({ status, payment_date: ' ' }, { code }))).to.include({ ...open, lastFailure });
      });

    for (const code of ['600', '602', '604', '625'])
      it(`returns the code ${code} as a failed attempt with any status, and as unknown with ACCEPTED`, async () => {
        const lastFailure = code === '602' ? 'insufficient_funds' : 'declined';
        for (const status of [undefined, '', 'PENDING', 'NEW_SINCE_THEN'])
          expect(await sessionOf(but({ status }, { code })), String(status)).to.include({ state: 'open', lastFailure });
        for (const data of [null, [], undefined])
          expect(await sessionOf({ code, message: 'PAYMENT_FAILED', data })).to.include({ state: 'open', lastFailure });
        expect((await check(but({ status: 'ACCEPTED' }, { code }))).outcome).to.equal('unknown');
      });

    it('returns a cancellation as final', async () => {
      const cancelled = but({ status: 'CANCELLED' }, { code: '627' });
      expect(await sessionOf(cancelled)).to.include({ state: 'cancelled', lastFailure: 'declined' });
    });

    const NONE = 'TRANSACTION_NOT_FOUND';
    for (const [what, body, status = 200] of [
      ['an unknown status', but({ status: 'SETTLING' })],
      ['no status', but({ status: undefined })],
      ['a payment accepted with another code', but({}, { code: '600' })],
      ['a payment without its amount', but({ amount: null })],
      ['an amount that is not a whole number', but({ amount: '104630.5' })],
      ['an amount in a list', but({ amount: ['104630'] })],
      ['a payment without its currency', but({ currency: null })],
      ['an internal error', { code: '624', message: 'UNKNOWN_ERROR' }],
      ['an unknown key', { code: '609', message: 'AUTH_NOT_FOUND' }, 403],
      ['a body that is not JSON', 'it works!'],
      ['a page that is not found', '<h1>404</h1>', 404],
      ['an address that is not found', { message: 'Not Found' }, 404],
      ['a merchant that is not found', { code: '601', message: 'MERCHANT_NOT_FOUND', data: null }],
      ['a means of payment that is not found', { code: '610', message: 'ERROR_PAYMETHOD_NOTFOUND', data: [] }],
      ['a site that is not found', { code: '613', message: 'ERROR_SITE_ID_NOTVALID', description: 'Site not found' }],
      ['a transaction that is not found, with a server error', { code: '404', message: NONE }, 500],
      ['a transaction that is not found, but has data', { code: '404', message: NONE, data: { status: 'SETTLING' } }],
      ['something else that is not found', { code: '404', message: 'A transaction. The site was not found' }],
      ['a transaction that is not found, without a code', { message: 'transaction not found' }, 404],
    ] as readonly (readonly [what: string, body: unknown, status?: number])[])
      it(`returns unknown for ${what}, in a read and in a search`, async () => {
        expect((await check(body, status)).outcome).to.equal('unknown');
        expect((await cinetpay().search(REQUEST.reference)).outcome).to.equal('unknown');
      });

    it('returns an unknown transaction as no result of a search, and as unknown in a read', async () => {
      for (const [none, status] of [
        [{ code: '404', message: NONE, data: null }, 200],
        [{ code: '404', message: NONE, data: null }, 404],
        [{ code: 404, message: 'ERROR', description: 'Transaction introuvable' }, 200],
        [{ code: '404', description: 'The transaction was not found' }, 404],
        [{ code: '404', message: 'TRANSACTION NOTFOUND' }, 200],
      ] as const) {
        expect((await check(none, status)).outcome).to.equal('unknown');
        expect(await cinetpay().search(REQUEST.reference)).to.deep.include({ outcome: 'done', value: [] });
      }
    });
  });
});
