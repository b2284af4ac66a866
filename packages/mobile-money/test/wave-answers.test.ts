import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { instantOf, type Outcome } from '@vehicle-insurance/core';
import { waveMobileMoney, type WaveConfig, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import {
  cut,
  isSuccess,
  json,
  scriptedServer,
  silence,
  STATUSES,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';

const REQUEST = { reference: '01981c2e-6400-7a10-8c01-000000000001', amount: 104_627, payer: '+2250701020304' };

const SESSION = {
  id: 'cos-1',
  amount: '104627',
  currency: 'XOF',
  client_reference: REQUEST.reference,
  business_name: 'Awa Koné Assurances',
  restrict_payer_mobile: REQUEST.payer,
  checkout_status: 'open',
  wave_launch_url: 'https://pay.wave.com/c/cos-1',
  last_payment_error: null,
  when_created: '2026-01-15T09:00:00Z',
  when_expires: '2026-01-15T09:30:00Z',
  when_completed: null,
};

/**
 * Short time-outs for silent servers only; the others are long, so that a busy machine is not taken for a silent one.
 */
const SHORT_TIMEOUTS = { timeouts: { open: 100, search: 100, others: 100 } };

describe('What waveMobileMoney makes of an answer', () => {
  let server: ScriptedServer;
  const opened: MobileMoneyGateway[] = [];

  before(async () => {
    server = await scriptedServer();
  });
  after(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await server.close();
  });

  const wave = (over: Partial<WaveConfig> = {}): MobileMoneyGateway => {
    const made = waveMobileMoney({
      baseUrl: server.url,
      apiKey: 'key',
      notificationSecrets: ['secret'],
      returnUrls: { success: 'https://example.com/ok', error: 'https://example.com/ko' },
      ...over,
    });
    opened.push(made);
    return made;
  };

  it('declares its capabilities, and recognises debits under way only where `processing` means nothing else', () => {
    const can = { expire: true, refund: true, payerLock: true, address: 'always', notices: 'dated', amountStep: 1 };
    const [usual, told] = [wave(), wave({ idleSaysProcessing: false })];
    expect([usual.provider, usual.probesAddress]).to.deep.equal(['wave', false]);
    expect(usual.capabilities).to.deep.equal({ ...can, debits: 'untold' });
    expect(told.capabilities).to.deep.equal({ ...can, debits: 'told' });
  });

  it('takes notifications that are signed with its secrets, and no others', () => {
    const now = instantOf('2026-01-15T09:00:00Z');
    const at = Date.parse(now) / 1_000;
    const event = { id: 'evt-1', type: 'checkout.session.completed', data: SESSION };
    const body = new TextEncoder().encode(JSON.stringify(event));
    const signedWith = (secret: string) => {
      const made = createHmac('sha256', secret).update(`${at}`).update(body).digest('hex');
      return { headers: { 'wave-signature': `t=${at},v1=${made}` }, body };
    };
    expect(wave().verify(signedWith('secret'), now).unwrap()).to.deep.equal({ reference: REQUEST.reference });
    expect(wave().verify(signedWith('another'), now).unwrapErr()).to.deep.equal({ code: 'notice_refused' });
  });

  it('keeps its own key out of what was said, wherever it is repeated', async () => {
    server.answer(json(200, { ...SESSION, note: 'called with k-7f3a9c1e5b' }));
    const { evidence } = await wave({ apiKey: 'k-7f3a9c1e5b' }).open(REQUEST);
    expect(JSON.stringify(evidence)).to.contain('called with').and.to.not.contain('k-7f3a9c1e5b');
  });

  // Proves: creation-sent-once
  it('asks for the money in Wave’s own words, once', async () => {
    server.answer(json(200, SESSION));
    const before = server.asked.length;
    const answer = await wave({ requestSecret: 'signs-requests' }).open(REQUEST);
    expect(answer.outcome).to.equal('done');
    const [asked, ...more] = server.asked.slice(before);
    expect(more).to.deep.equal([]);
    expect(asked).to.include({ method: 'POST', url: '/v1/checkout/sessions' });
    expect(asked?.headers).to.include({ authorization: 'Bearer key', 'content-type': 'application/json' });
    expect(asked?.headers['wave-signature']).to.match(/^t=\d{10},v1=[0-9a-f]{64}$/);
    // On a connection of its own: a stale one would look like a lost answer.
    expect(asked?.headers).to.include({ connection: 'close' });
    expect(JSON.parse(asked?.body ?? '')).to.deep.equal({
      amount: '104627',
      currency: 'XOF',
      success_url: 'https://example.com/ok',
      error_url: 'https://example.com/ko',
      client_reference: REQUEST.reference,
      restrict_payer_mobile: REQUEST.payer,
    });
  });

  // Proves: provider-responses-kept
  it('keeps what was said, without secrets, names, addresses and phone numbers', async () => {
    server.answer(
      json(200, { ...SESSION, note: 'call +2250701020304', payer: { first_name: 'Awa' }, list: ['0701020304'] }),
    );
    const { evidence } = await wave().open(REQUEST);
    expect(JSON.stringify(evidence)).to.not.match(/Awa|0701020304|pay\.wave\.com/);
    expect(evidence).to.deep.include({ status: 200 });
    expect(evidence).to.have.nested.property('body.client_reference', REQUEST.reference);
  });

  const calls: Readonly<Record<string, [(of: MobileMoneyGateway) => Promise<Outcome<unknown, unknown>>, unknown]>> = {
    open: [({ open }) => open(REQUEST), SESSION],
    read: [({ read }) => read('cos-1'), SESSION],
    search: [({ search }) => search(REQUEST.reference), { result: [SESSION] }],
    expire: [({ expire }) => expire('cos-1'), ''],
    refund: [({ refund }) => refund('cos-1'), ''],
  };
  for (const [call, [make, body]] of Object.entries(calls))
    // Proves: opening-refused-or-unknown, only-definite-answers-count
    it(`takes no status but a success for a success of "${call}", whatever the body says`, async () => {
      const gateway = wave({ breaker: { after: 1_000, retryAfter: 1 } });
      for (const status of STATUSES) {
        server.answer(json(status, body, { location: `${server.url}/elsewhere` }));
        const answer = await make(gateway);
        const isRefusal = call === 'open' && [400, 401, 403, 404, 422, 429].includes(status);
        if (isRefusal) expect(answer, `${status}`).to.include({ reason: 'provider_error' });
        const { outcome } = answer;
        if (status === 200) expect(outcome).to.equal('done');
        // Wave answers 409 if the session has ended already.
        else if (!isSuccess(status) && !(call === 'expire' && status === 409))
          expect(outcome, `${status}`).to.equal(isRefusal ? 'refused' : 'unknown');
      }
    });

  describe('to an opening', () => {
    const unreadable: Readonly<Record<string, unknown>> = {
      'no JSON': 'it works!',
      'half of it': JSON.stringify(SESSION).slice(0, 80),
      nothing: '',
      'an array': [SESSION],
      null: 'null',
      'a session without an id': { ...SESSION, id: '' },
      'a session without a URL': { ...SESSION, wave_launch_url: undefined },
      'a URL that no payer can open': { ...SESSION, wave_launch_url: 'javascript:alert(1)' },
      'an unknown state': { ...SESSION, checkout_status: 'ajar' },
      'an amount that is no number of francs': { ...SESSION, amount: '104627.5' },
      'another payment’s session': { ...SESSION, client_reference: 'another' },
    };
    for (const [what, body] of Object.entries(unreadable))
      it(`${what} is unknown`, async () => {
        server.answer(json(200, body));
        expect((await wave().open(REQUEST)).outcome).to.equal('unknown');
      });

    // Proves: opening-refused-or-unknown
    it('silence, a connection that is cut, and an answer that is cut or never ends are unknown', async () => {
      const begun = (ended: boolean) => (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"id":', () => ended && response.socket?.destroy());
      };
      for (const by of [cut, begun(true), silence, begun(false)]) {
        server.answer(by);
        expect((await wave(SHORT_TIMEOUTS).open(REQUEST)).outcome).to.equal('unknown');
      }
    });

    // Proves: opening-refused-or-unknown
    it('a connection that is not accepted is a refusal', async () => {
      const gone = await scriptedServer();
      await gone.close();
      expect(await wave({ baseUrl: gone.url }).open(REQUEST)).to.deep.include({
        outcome: 'refused',
        reason: 'provider_unavailable',
      });
    });
  });

  describe('to a reading', () => {
    const read = async (over: object, config: Partial<WaveConfig> = {}) => {
      server.answer(json(200, { ...SESSION, ...over }));
      const answer = await wave(config).read('cos-1');
      return answer.outcome === 'done' ? answer.value : undefined;
    };

    it('returns when it was opened, how long it lives, and when it was paid', async () => {
      const paid = {
        checkout_status: 'complete',
        payment_status: 'succeeded',
        when_completed: '2026-01-15T09:12:13.4567Z',
      };
      expect(await read(paid)).to.deep.equal({
        id: 'cos-1',
        state: 'paid',
        url: 'https://pay.wave.com/c/cos-1',
        amount: 104_627,
        currency: 'XOF',
        created: '2026-01-15T09:00:00.000Z',
        expires: '2026-01-15T09:30:00.000Z',
        completed: '2026-01-15T09:12:13.456Z',
        lastFailure: null,
      });
    });

    it('reads a time outside our calendar as none at all', async () => {
      for (const time of ['+010000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', 'tomorrow', 7])
        expect(await read({ when_expires: time }), String(time)).to.include({ state: 'open', expires: null });
    });

    /** How each is read while `processing` says nothing; and, if that differs, where it is a debit under way. */
    const states: readonly (readonly [string, string | null | undefined, string, string?])[] = [
      ['open', undefined, 'open'],
      ['open', null, 'open'],
      ['open', 'something new', 'open'],
      ['open', 'processing', 'open', 'processing'],
      ['open', 'succeeded', 'paid'],
      ['complete', 'succeeded', 'paid'],
      ['complete', undefined, 'processing'],
      ['complete', 'processing', 'processing'],
      ['complete', 'cancelled', 'cancelled'],
      ['expired', undefined, 'expired'],
      ['expired', null, 'expired'],
      // Proves: succeeded-is-paid
      ['expired', 'succeeded', 'paid'],
      // Proves: processing-is-configured
      ['expired', 'processing', 'expired_unsettled', 'expired_processing'],
      ['expired', 'something new', 'expired_unsettled'],
      ['expired', 'cancelled', 'cancelled'],
      // Proves: succeeded-is-paid
      ['something new', 'succeeded', 'paid'],
    ];
    for (const [checkout, payment, state, told = state] of states)
      it(`${checkout} and ${payment === null ? 'null' : (payment ?? 'no payment')} means ${[...new Set([state, told])].join(' or ')}`, async () => {
        const session = { checkout_status: checkout, payment_status: payment };
        expect((await read(session))?.state, 'unless it is told').to.equal(state);
        expect((await read(session, { idleSaysProcessing: false }))?.state).to.equal(told);
      });

    it('reads an unknown state of the session as no answer, while nothing says that it was paid', async () => {
      for (const payment of [undefined, 'processing', 'cancelled', 'something new'])
        expect(await read({ checkout_status: 'something new', payment_status: payment })).to.equal(undefined);
    });

    // Proves: succeeded-is-paid
    it('reports an earlier failed try only while no debit is known to be under way', async () => {
      const debited = {
        payment_status: 'processing',
        last_payment_error: { code: 'insufficient-funds', message: 'no' },
      };
      expect(await read(debited)).to.include({ state: 'open', lastFailure: 'insufficient_funds' });
      const told = { idleSaysProcessing: false };
      expect(await read(debited, told)).to.include({ state: 'processing', lastFailure: null });
      expect(await read({ ...debited, checkout_status: 'expired' }, told)).to.include({
        state: 'expired_processing',
        lastFailure: null,
      });
      expect(await read({ ...debited, payment_status: 'succeeded' })).to.include({ state: 'paid', lastFailure: null });
    });

    it('takes a payment cancelled in an open session for a failed try', async () => {
      expect(await read({ payment_status: 'cancelled' })).to.include({ state: 'open', lastFailure: 'declined' });
    });

    for (const [code, reason] of [
      // Proves: failure-reasons
      ['insufficient-funds', 'insufficient_funds'],
      // Proves: failure-reasons
      ['payer-mobile-mismatch', 'payer_mismatch'],
      // Proves: failure-reasons
      ['blocked-account', 'payer_blocked'],
      // Proves: failure-reasons
      ['kyb-limits-exceeded', 'limit_exceeded'],
      // Proves: failure-reasons
      ['payment-failure', 'declined'],
      ['cross-border-payment-not-allowed', 'declined'],
      ['customer-age-restricted', 'declined'],
      ['new-since-then', 'declined'],
      ['constructor', 'declined'],
    ] as const)
      it(`${code} means ${reason}`, async () => {
        expect((await read({ last_payment_error: { code, message: 'no' } }))?.lastFailure).to.equal(reason);
      });

    it('429 and 503 ask to be called less, for as long as Retry-After says, and no other status does', async () => {
      const { read, search, expire, refund } = wave();
      for (const [status, headers, throttled] of [
        [429, {}, { retryAfter: null }],
        [503, {}, { retryAfter: null }],
        [429, { 'retry-after': '7' }, { retryAfter: 7_000 }],
        [404, { 'retry-after': '7' }, undefined],
        [500, { 'retry-after': '7' }, undefined],
      ] as const) {
        server.answer(json(status, {}, headers));
        for (const call of [read, search, expire, refund]) {
          const answer = await call('cos-1');
          expect(answer.outcome).to.equal('unknown');
          expect('throttled' in answer ? answer.throttled : undefined, String(status)).to.deep.equal(throttled);
        }
      }
    });

    it('says why nothing is known', async () => {
      for (const [by, why] of [
        [json(404, {}), 'the provider does not know the session'],
        [json(200, {}), 'the answer cannot be understood'],
        [json(302, {}), 'the provider answered 302'],
        [json(300, SESSION), 'the provider answered 300'],
        [json(500, {}), 'the provider answered 500'],
        [cut, 'the provider gave no answer: broken connection'],
        [silence, 'the provider gave no answer: time-out'],
      ] as const) {
        server.answer(by);
        const gateway = by === silence ? wave(SHORT_TIMEOUTS) : wave();
        expect(await gateway.read('cos-1')).to.include({ outcome: 'unknown', why });
      }
    });

    it('a session without its currency, or another than was asked for, is unknown', async () => {
      expect(await read({ currency: null })).to.equal(undefined);
      expect(await read({ id: 'cos-2' })).to.equal(undefined);
    });

    it('keeps an odd id within its path', async () => {
      server.answer(json(404, {}));
      await wave().read('../../v2/accounts?x=1#y');
      expect(server.asked.at(-1)?.url).to.equal('/v1/checkout/sessions/..%2F..%2Fv2%2Faccounts%3Fx%3D1%23y');
    });
  });

  describe('to a search', () => {
    it('keeps to the reference', async () => {
      server.answer(json(200, { result: [SESSION, { ...SESSION, id: 'cos-2', client_reference: 'another' }] }));
      const found = await wave().search(REQUEST.reference);
      expect(found.outcome === 'done' && found.value.map(({ id }) => id)).to.deep.equal(['cos-1']);
    });

    it('is unknown if one session cannot be read, which may be ours, or the whole answer cannot', async () => {
      for (const by of [
        json(200, { result: [SESSION, { ...SESSION, amount: null }] }),
        json(200, { result: [{ ...SESSION, client_reference: null }] }),
        json(200, { result: [{ ...SESSION, client_reference: undefined }] }),
        ...[{}, { result: null }, [], 'no'].map((body) => json(200, body)),
        silence,
      ]) {
        server.answer(by);
        expect((await wave(SHORT_TIMEOUTS).search(REQUEST.reference)).outcome).to.equal('unknown');
      }
    });
  });

  describe('to an expiry or a refund', () => {
    const outcomes = async (status: number, body: unknown = '') => {
      server.answer(json(status, body));
      return [(await wave().expire('cos-1')).outcome, (await wave().refund('cos-1')).outcome].join(', ');
    };

    // Proves: only-definite-answers-count
    it('an expiry is done by its empty answer, and refused if the session has been completed', async () => {
      expect(await outcomes(200)).to.equal('done, done');
      expect(await outcomes(409, { code: 'checkout-session-already-completed' })).to.equal('refused, unknown');
      for (const status of [400, 401, 403, 404, 422, 429, 500, 503])
        expect(await outcomes(status, {}), `${status}`).to.equal('unknown, unknown');
    });

    // Proves: only-definite-answers-count
    it('money counts as given back by the empty answer alone, and as refused by its code, whatever the status', async () => {
      const refundBy = async (status: number, body: unknown) => (await outcomes(status, body)).split(', ')[1];
      for (const status of [200, 400, 409, 422, 500]) {
        expect(await refundBy(status, { code: 'checkout-refund-failed' }), `${status}`).to.equal('refused');
        expect(await wave().refund('cos-1')).to.include({ reason: 'refused' });
        expect(await refundBy(status, { code: 'request-validation-error' }), `${status}`).to.equal('unknown');
      }
      for (const [status, body] of [
        ...[{}, { status: 'refund_pending' }, '<html>We will be back soon</html>', ' '].map((text) => [200, text]),
        ...[[200, 'x'.repeat(600_000)] as const, [202, ''] as const, [207, ''] as const, [409, ''] as const],
      ] as readonly (readonly [number, unknown])[])
        expect(await refundBy(status, body), `${status}`).to.equal('unknown');
    });
  });

  describe('over many openings', () => {
    const config = { breaker: { after: 3, retryAfter: 60_000 } };
    const outcomes = async (gateway: MobileMoneyGateway, times: number) => {
      const answers = [];
      for (let n = 0; n < times; n += 1) answers.push((await gateway.open(REQUEST)).outcome);
      return answers;
    };

    // Proves: breaker
    it('accepts no more after several 5xx in a row, sends nothing, and can be told to go on', async () => {
      const gateway = wave(config);
      server.answer(json(503, {}));
      expect(await outcomes(gateway, 3)).to.deep.equal(['unknown', 'unknown', 'unknown']);
      expect(gateway.accepting()).to.equal(false);
      const before = server.asked.length;
      expect(await gateway.open(REQUEST)).to.deep.equal({
        outcome: 'refused',
        reason: 'provider_unavailable',
        evidence: { got: 'not sent' },
      });
      expect(server.asked.length).to.equal(before);
      server.answer(json(200, SESSION));
      expect((await gateway.read('cos-1')).outcome).to.equal('done');
      gateway.resume();
      expect(gateway.accepting()).to.equal(true);
      expect(await outcomes(gateway, 1)).to.deep.equal(['done']);
    });

    // Proves: breaker
    it('counts neither refusals nor cut connections', async () => {
      const gateway = wave(config);
      for (const by of [json(429, {}), cut, json(422, {}), cut]) {
        server.answer(by);
        await outcomes(gateway, 2);
      }
      expect(gateway.accepting()).to.equal(true);
    });

    // Proves: breaker
    it('never lets readings stop openings', async () => {
      const gateway = wave(config);
      server.answer(json(500, {}));
      for (let n = 0; n < 5; n += 1) await gateway.read('cos-1');
      expect(gateway.accepting()).to.equal(true);
    });
  });
});
