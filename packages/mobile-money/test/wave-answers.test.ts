import { createHmac } from 'node:crypto';
import type { WaveConfig } from '@vehicle-insurance/mobile-money';
import { cut, json, silence } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { REQUEST, scriptedProviders, SESSION, SHORT_TIMEOUTS } from './provider-answers.ts';

describe('waveMobileMoney', () => {
  const { server, wave } = scriptedProviders();

  it('declares its capabilities, and reports debits in progress only if `processing` means nothing else', () => {
    const can = {
      ...{ expire: true, refund: true, payerLock: true },
      ...{ address: 'always', notifications: 'dated', search: true, amountStep: 1 },
    };
    const [usual, strict] = [wave(), wave({ idleSaysProcessing: false })];
    expect([usual.provider, usual.probesAddress]).to.deep.equal(['wave', false]);
    expect(usual.capabilities).to.deep.equal({ ...can, debits: 'unreported' });
    expect(strict.capabilities).to.deep.equal({ ...can, debits: 'reported' });
  });

  // Proves: creation-sent-once
  it('requests a payment once, with Wave’s fields', async () => {
    server().answer(json(200, SESSION));
    const before = server().asked.length;
    const answer = await wave({ requestSecret: 'signs-requests' }).open(REQUEST);
    expect(answer.outcome).to.equal('done');
    const [asked, ...more] = server().asked.slice(before);
    expect(more).to.deep.equal([]);
    expect(asked).to.include({ method: 'POST', url: '/v1/checkout/sessions' });
    expect(asked?.headers).to.include({ authorization: 'Bearer key', 'content-type': 'application/json' });
    const [, time = '', signature] = /^t=(\d{10}),v1=(.*)$/.exec(String(asked?.headers['wave-signature'])) ?? [];
    expect(Number(time) * 1_000).to.be.closeTo(Date.now(), 60_000);
    const signed = createHmac('sha256', 'signs-requests').update(`${time}${asked?.body}`);
    expect(signature).to.equal(signed.digest('hex'));
    // On a new connection: a stale one would look like a lost response.
    expect(asked?.headers).to.include({ connection: 'close' });
    expect(JSON.parse(asked?.body ?? '')).to.deep.equal({
      ...{ amount: '104630', currency: 'XOF' },
      ...{ success_url: 'https://example.com/ok', error_url: 'https://example.com/ko' },
      ...{ client_reference: REQUEST.reference, restrict_payer_mobile: REQUEST.payer },
    });
  });

  describe('when opening a session', () => {
    const unreadable: Readonly<Record<string, unknown>> = {
      'a body that is not JSON': 'it works!',
      'half a body': JSON.stringify(SESSION).slice(0, 80),
      nothing: '',
      'an array': [SESSION],
      null: 'null',
      'a session without an id': { ...SESSION, id: '' },
      'a session without a URL': { ...SESSION, wave_launch_url: undefined },
      'a URL that no payer can open': { ...SESSION, wave_launch_url: 'javascript:alert(1)' },
      'an unknown state': { ...SESSION, checkout_status: 'ajar' },
      'an amount that is not a whole number': { ...SESSION, amount: '104630.5' },
      'another payment’s session': { ...SESSION, client_reference: 'another' },
    };
    for (const [what, body] of Object.entries(unreadable))
      it(`returns unknown for ${what}`, async () => {
        server().answer(json(200, body));
        expect((await wave().open(REQUEST)).outcome).to.equal('unknown');
      });
  });

  describe('when reading a session', () => {
    const read = async (over: object, config: Partial<WaveConfig> = {}) => {
      server().answer(json(200, { ...SESSION, ...over }));
      const answer = await wave(config).read('cos-1');
      return answer.outcome === 'done' ? answer.value : undefined;
    };

    it('returns when it was opened, when it expires, and when it was paid', async () => {
      const paid = { checkout_status: 'complete', payment_status: 'succeeded' };
      expect(await read({ ...paid, when_completed: '2026-01-15T09:12:13.4567Z' })).to.deep.equal({
        ...{ id: 'cos-1', state: 'paid', url: 'https://pay.wave.com/c/cos-1', amount: 104_630, currency: 'XOF' },
        ...{ created: '2026-01-15T09:00:00.000Z', expires: '2026-01-15T09:30:00.000Z' },
        ...{ completed: '2026-01-15T09:12:13.456Z', lastFailure: null },
      });
    });

    it('ignores a time outside our calendar', async () => {
      for (const time of ['+010000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', 'tomorrow', 7])
        expect(await read({ when_expires: time }), String(time)).to.include({ state: 'open', expires: null });
    });

    /** The state of each answer if `processing` means nothing, and the state if it means a debit, where they differ. */
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
    for (const [checkout, payment, state, strict = state] of states)
      it(`returns a session that is ${checkout} with ${payment === null ? 'null' : (payment ?? 'no payment')} as ${[...new Set([state, strict])].join(' or ')}`, async () => {
        const session = { checkout_status: checkout, payment_status: payment };
        expect((await read(session))?.state, 'by default').to.equal(state);
        expect((await read(session, { idleSaysProcessing: false }))?.state).to.equal(strict);
      });

    it('returns unknown for a session in an unknown state, unless its payment succeeded', async () => {
      for (const payment of [undefined, 'processing', 'cancelled', 'something new'])
        expect(await read({ checkout_status: 'something new', payment_status: payment })).to.equal(undefined);
    });

    // Proves: succeeded-is-paid
    it('reports an earlier failed attempt only while no debit is known to be in progress', async () => {
      const last_payment_error = { code: 'insufficient-funds', message: 'no' };
      const debited = { payment_status: 'processing', last_payment_error };
      expect(await read(debited)).to.include({ state: 'open', lastFailure: 'insufficient_funds' });
      const strict = { idleSaysProcessing: false };
      expect(await read(debited, strict)).to.include({ state: 'processing', lastFailure: null });
      const expired = { state: 'expired_processing', lastFailure: null };
      expect(await read({ ...debited, checkout_status: 'expired' }, strict)).to.include(expired);
      expect(await read({ ...debited, payment_status: 'succeeded' })).to.include({ state: 'paid', lastFailure: null });
    });

    it('returns a payment cancelled in an open session as a failed attempt', async () => {
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
      it(`maps ${code} to ${reason}`, async () => {
        expect((await read({ last_payment_error: { code, message: 'no' } }))?.lastFailure).to.equal(reason);
      });

    it('explains why the outcome is unknown', async () => {
      for (const [by, why] of [
        [json(404, {}), { code: 'session_not_known' }],
        [json(200, {}), { code: 'unreadable_answer', of: 'provider', status: 200 }],
        [json(302, {}), { code: 'unexpected_status', of: 'provider', status: 302 }],
        [json(300, SESSION), { code: 'unexpected_status', of: 'provider', status: 300 }],
        [json(500, {}), { code: 'unexpected_status', of: 'provider', status: 500 }],
        [cut, { code: 'no_answer', of: 'provider', failure: 'broken connection', detail: 'UND_ERR_SOCKET' }],
        [silence, { code: 'no_answer', of: 'provider', failure: 'time-out' }],
      ] as const) {
        server().answer(by);
        const gateway = by === silence ? wave(SHORT_TIMEOUTS) : wave();
        expect(await gateway.read('cos-1')).to.deep.include({ outcome: 'unknown', why });
      }
    });

    it('returns unknown for a session without its currency, or with another id than requested', async () => {
      expect(await read({ currency: null })).to.equal(undefined);
      expect(await read({ id: 'cos-2' })).to.equal(undefined);
    });

    it('escapes an odd id in its path', async () => {
      server().answer(json(404, {}));
      await wave().read('../../v2/accounts?x=1#y');
      expect(server().asked.at(-1)?.url).to.equal('/v1/checkout/sessions/..%2F..%2Fv2%2Faccounts%3Fx%3D1%23y');
    });
  });

  describe('when searching for a reference', () => {
    it('returns only sessions with that reference', async () => {
      server().answer(json(200, { result: [SESSION, { ...SESSION, id: 'cos-2', client_reference: 'another' }] }));
      const found = await wave().search(REQUEST.reference);
      expect(found.outcome === 'done' && found.value.map(({ id }) => id)).to.deep.equal(['cos-1']);
    });

    it('returns unknown if one session, which may be ours, or the whole response is unreadable', async () => {
      for (const by of [
        json(200, { result: [SESSION, { ...SESSION, amount: null }] }),
        json(200, { result: [{ ...SESSION, client_reference: null }] }),
        json(200, { result: [{ ...SESSION, client_reference: undefined }] }),
        ...[{}, { result: null }, [], 'no'].map((body) => json(200, body)),
        silence,
      ]) {
        server().answer(by);
        expect((await wave(SHORT_TIMEOUTS).search(REQUEST.reference)).outcome).to.equal('unknown');
      }
    });
  });

  describe('when expiring or refunding', () => {
    const outcomes = async (status: number, body: unknown = '') => {
      server().answer(json(status, body));
      return [(await wave().expire('cos-1')).outcome, (await wave().refund('cos-1')).outcome].join(', ');
    };

    // Proves: only-definite-answers-count
    it('treats an expiry as done on success, and as refused if the session is already complete', async () => {
      expect(await outcomes(200)).to.equal('done, done');
      expect(await outcomes(409, { code: 'checkout-session-already-completed' })).to.equal('refused, unknown');
      for (const status of [400, 401, 403, 404, 422, 429, 500, 503])
        expect(await outcomes(status, {}), `${status}`).to.equal('unknown, unknown');
    });

    // Proves: only-definite-answers-count
    it('treats a refund as made only on an empty response, and as refused only by its code', async () => {
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
});
