import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { instantOf, type Outcome } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, type CinetPayConfig, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import {
  cut,
  isSuccess,
  json,
  scriptedServer,
  silence,
  STATUSES,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';

const REQUEST = { reference: '01981c2e-6400-7a10-8c01-000000000001', amount: 104_630, payer: '+2250701020304' };

const CREATED = {
  code: '201',
  message: 'CREATED',
  description: 'Transaction created with success',
  data: { payment_token: 'a-secret-token', payment_url: 'https://checkout.cinetpay.com/payment/a-secret-token' },
  api_response_id: '1663323067.7677',
};

const ACCEPTED = {
  code: '00',
  message: 'SUCCES',
  data: {
    amount: '104630',
    currency: 'XOF',
    status: 'ACCEPTED',
    payment_method: 'OM',
    description: 'Assurance automobile',
    metadata: null,
    operator_id: 'MP260115.0903.A76307',
    payment_date: '2026-01-15 09:03:15',
  },
};

const but = (data: object, over: object = {}) => ({ ...ACCEPTED, ...over, data: { ...ACCEPTED.data, ...data } });

/**
 * Short time-outs for silent servers only; the others are long, so that a busy machine is not taken for a silent one.
 */
const SHORT_TIMEOUTS = { timeouts: { open: 100, search: 100, others: 100 } };

describe('What cinetpayMobileMoney makes of an answer', () => {
  let server: ScriptedServer;
  const opened: MobileMoneyGateway[] = [];

  before(async () => {
    server = await scriptedServer();
  });
  after(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await server.close();
  });

  const cinetpay = (over: Partial<CinetPayConfig> = {}): MobileMoneyGateway => {
    const made = cinetpayMobileMoney({
      baseUrl: server.url,
      apiKey: 'the-key',
      siteId: '445160',
      notificationSecrets: ['secret'],
      notifyUrl: 'https://insurance.internal/notifications/cinetpay',
      returnUrl: 'https://example.com/back',
      ...over,
    });
    opened.push(made);
    return made;
  };

  it('is probed at its address, and takes notifications for its site that are signed with its secrets', () => {
    const { provider, probesAddress, verify } = cinetpay();
    expect([provider, probesAddress]).to.deep.equal(['cinetpay', true]);
    const now = instantOf('2026-01-15T09:00:00Z');
    const signedWith = (secret: string) => {
      const made = createHmac('sha256', secret).update(`445160${REQUEST.reference}`).digest('hex');
      const form = new URLSearchParams({ cpm_site_id: '445160', cpm_trans_id: REQUEST.reference });
      return { headers: { 'x-token': made }, body: new TextEncoder().encode(form.toString()) };
    };
    const { reference } = REQUEST;
    expect(verify(signedWith('secret'), now).unwrap()).to.deep.equal({ reference });
    expect(verify(signedWith('another'), now).unwrapErr()).to.deep.equal({ code: 'notice_refused' });
  });

  it('asks for the money in CinetPay’s own words, once, from the payer’s number alone', async () => {
    server.answer(json(200, CREATED));
    const before = server.asked.length;
    expect(await cinetpay().open(REQUEST)).to.deep.include({ outcome: 'done' });
    const [asked, ...more] = server.asked.slice(before);
    expect(more).to.deep.equal([]);
    expect(asked).to.include({ method: 'POST', url: '/v2/payment' });
    // CinetPay's firewall rejects requests without a user agent.
    expect(asked?.headers['user-agent']).to.be.a('string');
    // On a connection of its own: a stale one would look like a lost answer.
    expect(asked?.headers).to.include({ connection: 'close' });
    expect(JSON.parse(asked?.body ?? '')).to.deep.equal({
      apikey: 'the-key',
      site_id: '445160',
      transaction_id: REQUEST.reference,
      amount: 104_630,
      currency: 'XOF',
      description: 'Assurance automobile',
      notify_url: 'https://insurance.internal/notifications/cinetpay',
      return_url: 'https://example.com/back',
      channels: 'MOBILE_MONEY',
      lock_phone_number: true,
      customer_phone_number: REQUEST.payer,
      lang: 'fr',
    });
  });

  it('keeps what was said, without secrets, names, addresses and phone numbers', async () => {
    server.answer(json(200, { ...CREATED, customer_name: 'Awa', note: 'call +2250701020304' }));
    const { evidence } = await cinetpay().open(REQUEST);
    expect(JSON.stringify(evidence)).to.not.match(/Awa|0701020304|checkout\.cinetpay|secret/);
    expect(evidence).to.have.nested.property('body.code', '201');
  });

  // Proves: openings-answers-kept
  it('keeps no key, though CinetPay may repeat it in its own words', async () => {
    server.answer(json(200, { code: '609', message: 'AUTH_NOT_FOUND', description: 'No apikey k-7f3a9c1e5b here.' }));
    const { evidence } = await cinetpay({ apiKey: 'k-7f3a9c1e5b' }).open(REQUEST);
    expect(evidence).to.have.nested.property('body.description', 'No apikey … here.');
  });

  it('calls neither for an expiry nor for a refund: there are no such calls', async () => {
    const before = server.asked.length;
    expect(await cinetpay().expire(REQUEST.reference)).to.deep.equal({ outcome: 'refused', reason: 'not_possible' });
    expect(await cinetpay().refund(REQUEST.reference)).to.deep.equal({ outcome: 'refused', reason: 'not_supported' });
    expect(server.asked).to.have.length(before);
  });

  const calls: Readonly<Record<string, [(of: MobileMoneyGateway) => Promise<Outcome<unknown, unknown>>, unknown]>> = {
    open: [({ open }) => open(REQUEST), CREATED],
    read: [({ read }) => read(REQUEST.reference), ACCEPTED],
    search: [({ search }) => search(REQUEST.reference), ACCEPTED],
  };
  for (const [call, [make, body]] of Object.entries(calls))
    it(`takes no status but a success for a success of "${call}", whatever the body says`, async () => {
      const gateway = cinetpay({ breaker: { after: 1_000, retryAfter: 1 } });
      for (const status of STATUSES) {
        server.answer(json(status, body, { location: `${server.url}/elsewhere` }));
        const { outcome } = await make(gateway);
        const isRefusal = call === 'open' && [400, 401, 403, 404, 422, 429].includes(status);
        if (status === 200) expect(outcome).to.equal('done');
        else if (!isSuccess(status)) expect(outcome, `${status}`).to.equal(isRefusal ? 'refused' : 'unknown');
      }
    });

  describe('to an opening', () => {
    for (const status of [400, 401, 403, 404, 422, 429])
      it(`${status} is a refusal`, async () => {
        server.answer(json(status, { code: '624', message: 'UNKNOWN_ERROR' }));
        expect(await cinetpay().open(REQUEST)).to.deep.include({ outcome: 'refused', reason: 'provider_error' });
      });

    for (const code of ['608', '609', '613', 609])
      it(`the code ${code} is a refusal, whatever the status says`, async () => {
        server.answer(json(200, { code, message: 'no' }));
        expect(await cinetpay().open(REQUEST)).to.deep.include({ outcome: 'refused', reason: 'provider_error' });
      });

    const unreadable: Readonly<Record<string, unknown>> = {
      'no JSON': 'it works!',
      nothing: '',
      null: 'null',
      'an unknown code': { ...CREATED, code: '299' },
      'a transaction that may exist already': { code: '620', message: 'ERROR_DOUBLE_PAYMENT' },
      'an error of its own': { code: '624', message: 'UNKNOWN_ERROR' },
      'no code': { ...CREATED, code: undefined },
      'no address': { ...CREATED, data: { payment_token: 'x' } },
      'an address that no payer can open': { ...CREATED, data: { payment_url: 'javascript:alert(1)' } },
    };
    for (const [what, body] of Object.entries(unreadable))
      it(`${what} is unknown`, async () => {
        server.answer(json(200, body));
        expect((await cinetpay().open(REQUEST)).outcome).to.equal('unknown');
      });

    it('a connection cut and silence are unknown; a connection that is not accepted is a refusal', async () => {
      server.answer(cut);
      expect((await cinetpay().open(REQUEST)).outcome).to.equal('unknown');
      server.answer(silence);
      expect((await cinetpay(SHORT_TIMEOUTS).open(REQUEST)).outcome).to.equal('unknown');
      const nobody = cinetpay({ baseUrl: 'http://127.0.0.1:9' });
      expect(await nobody.open(REQUEST)).to.deep.include({ outcome: 'refused', reason: 'provider_unavailable' });
    });

    it('5xx in a row opens the breaker for a while, and only for openings', async () => {
      const gateway = cinetpay({ breaker: { after: 2, retryAfter: 60_000 } });
      server.answer(json(503, {}));
      await gateway.open(REQUEST);
      await gateway.open(REQUEST);
      expect(gateway.accepting()).to.equal(false);
      server.answer(json(200, ACCEPTED));
      expect((await gateway.read(REQUEST.reference)).outcome).to.equal('done');
      gateway.resume();
      expect(gateway.accepting()).to.equal(true);
    });
  });

  describe('to a check', () => {
    const checked = async (body: unknown, status = 200) => {
      server.answer(json(status, body));
      return cinetpay().read(REQUEST.reference);
    };
    const shown = async (body: unknown) => {
      const answer = await checked(body);
      return answer.outcome === 'done' ? answer.value : answer.outcome;
    };

    it('money that has arrived is returned with its amount and time', async () => {
      expect(await shown(ACCEPTED)).to.deep.equal({
        id: REQUEST.reference,
        state: 'paid',
        url: null,
        amount: 104_630,
        currency: 'XOF',
        created: null,
        expires: null,
        completed: '2026-01-15T09:03:15.000Z',
        lastFailure: null,
      });
      expect(await shown(but({ amount: 500, payment_date: ' ' }))).to.include({ amount: 500, completed: null });
      expect(await shown(but({ payment_date: null }))).to.include({ state: 'paid', completed: null });
      expect(await shown(but({ payment_date: ' 2026-01-15 09:03:15 ' }))).to.include({
        completed: '2026-01-15T09:03:15.000Z',
      });
      for (const amount of ['104630', '104630.00', '104630.0'])
        expect(await shown(but({ amount })), amount).to.include({ amount: 104_630 });
      for (const day of ['yesterday', '0000-00-00 00:00:00', '0000-01-01 00:00:00', '+012026-01-15 09:03:15'])
        expect(await shown(but({ payment_date: day })), day).to.include({ state: 'paid', completed: null });
    });

    for (const status of [
      'CREATED',
      'PROCESSING',
      'PENDING',
      'WAITING_CUSTOMER_PAYMENT',
      'WAITING_FOR_CUSTOMER',
      'WAITING_CUSTOMER_OTP_CODE',
    ])
      it(`${status} is still to be paid, with or without an amount`, async () => {
        const waiting = but({ status, amount: null, currency: null, payment_date: ' ' }, { code: '662' });
        const { currency } = ACCEPTED.data;
        expect(await shown(waiting)).to.include({ state: 'open', lastFailure: null, completed: null, currency });
        // A time that is told before anything is paid is not when it was.
        expect(await shown(but({ status }, { code: '623' }))).to.include({
          ...{ state: 'open', amount: 104_630 },
          ...{ completed: null, currency },
        });
      });

    it('a refusal is a failed try, after which money may still come', async () => {
      const refused = (code: string) => shown(but({ status: 'REFUSED', payment_date: ' ' }, { code }));
      expect(await refused('627')).to.include({ state: 'open', lastFailure: 'declined' });
      expect(await refused('602')).to.include({ state: 'open', lastFailure: 'insufficient_funds' });
      expect(await refused('999')).to.include({ state: 'open', lastFailure: 'declined' });
    });

    for (const status of ['EXPIRED', 'FAILED', 'CANCELED', 'REFUSED'])
      it(`${status} is a failed try, after which money may still come`, async () => {
        const failed = (code: string) => shown(but({ status, payment_date: ' ' }, { code }));
        expect(await failed('627')).to.include({ state: 'open', lastFailure: 'declined' });
        expect(await failed('602')).to.include({ state: 'open', lastFailure: 'insufficient_funds' });
      });

    for (const code of ['600', '602', '604', '625'])
      it(`the code ${code} is a failed try, whatever the status, but no payment is taken for one`, async () => {
        const lastFailure = code === '602' ? 'insufficient_funds' : 'declined';
        for (const status of [undefined, '', 'PENDING', 'NEW_SINCE_THEN'])
          expect(await shown(but({ status }, { code })), String(status)).to.include({ state: 'open', lastFailure });
        for (const data of [null, [], undefined])
          expect(await shown({ code, message: 'PAYMENT_FAILED', data })).to.include({ state: 'open', lastFailure });
        expect((await checked(but({ status: 'ACCEPTED' }, { code }))).outcome).to.equal('unknown');
      });

    it('a cancellation is the end', async () => {
      const cancelled = but({ status: 'CANCELLED' }, { code: '627' });
      expect(await shown(cancelled)).to.include({ state: 'cancelled', lastFailure: 'declined' });
    });

    for (const status of [429, 503])
      it(`${status} asks to be called less, for as long as Retry-After says`, async () => {
        server.answer(json(status, {}, { 'retry-after': '7' }));
        for (const call of [cinetpay().read, cinetpay().search])
          expect(await call(REQUEST.reference)).to.deep.include({
            outcome: 'unknown',
            throttled: { retryAfter: 7_000 },
          });
      });

    const indefinite: Readonly<Record<string, readonly [unknown, number?]>> = {
      'an unknown status': [but({ status: 'SETTLING' })],
      'no status': [but({ status: undefined })],
      'a payment accepted with another code': [but({}, { code: '600' })],
      'a payment without its amount': [but({ amount: null })],
      'an amount that is no number of francs': [but({ amount: '104630.5' })],
      'an amount in a list': [but({ amount: ['104630'] })],
      'a payment without its currency': [but({ currency: null })],
      'an error of its own': [{ code: '624', message: 'UNKNOWN_ERROR' }],
      'a key that is not known': [{ code: '609', message: 'AUTH_NOT_FOUND' }, 403],
      'a refusal of the call': [ACCEPTED, 401],
      'too many calls': [ACCEPTED, 429],
      'a breakdown': [ACCEPTED, 500],
      'no JSON': ['it works!'],
      'a page that is not found': ['<h1>404</h1>', 404],
      'an address that is not found': [{ message: 'Not Found' }, 404],
      'a merchant that is not found': [{ code: '601', message: 'MERCHANT_NOT_FOUND', data: null }],
      'a means of payment that is not found': [{ code: '610', message: 'ERROR_PAYMETHOD_NOTFOUND', data: [] }],
      'a site that is not found': [{ code: '613', message: 'ERROR_SITE_ID_NOTVALID', description: 'Site not found' }],
      'a transaction that is not found, in a breakdown': [{ code: '404', message: 'TRANSACTION_NOT_FOUND' }, 500],
      'a transaction that is not found, and is told': [
        { code: '404', message: 'TRANSACTION_NOT_FOUND', data: { status: 'SETTLING' } },
      ],
      'a transaction, and something else that is not found': [
        { code: '404', message: 'A transaction. The site was not found' },
      ],
      'a transaction that is not found, without a code': [{ message: 'transaction not found' }, 404],
    };
    for (const [what, [body, status = 200]] of Object.entries(indefinite))
      it(`${what} is unknown, of a reading and of a search`, async () => {
        expect((await checked(body, status)).outcome).to.equal('unknown');
        expect((await cinetpay().search(REQUEST.reference)).outcome).to.equal('unknown');
      });

    for (const status of [200, 404])
      it(`a transaction CinetPay does not know, said with ${status}, is none found, and for a known one unknown`, async () => {
        for (const none of [
          { code: '404', message: 'TRANSACTION_NOT_FOUND', data: null },
          { code: 404, message: 'ERROR', description: 'Transaction introuvable' },
          { code: '404', description: 'The transaction was not found' },
          { code: '404', message: 'TRANSACTION NOTFOUND' },
        ]) {
          expect((await checked(none, status)).outcome).to.equal('unknown');
          expect(await cinetpay().search(REQUEST.reference)).to.deep.include({ outcome: 'done', value: [] });
        }
      });

    it('silence is unknown', async () => {
      server.answer(silence);
      expect((await cinetpay(SHORT_TIMEOUTS).read(REQUEST.reference)).outcome).to.equal('unknown');
      expect((await cinetpay(SHORT_TIMEOUTS).search(REQUEST.reference)).outcome).to.equal('unknown');
    });
  });
});
