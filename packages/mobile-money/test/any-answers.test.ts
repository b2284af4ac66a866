import type { ServerResponse } from 'node:http';
import type { Outcome } from '@vehicle-insurance/core';
import type { MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { cut, isSuccess, json, scriptedServer, silence, STATUSES } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { ACCEPTED, CREATED, REQUEST, scriptedProviders, SESSION, SHORT_TIMEOUTS } from './provider-answers.ts';

type Call = (of: MobileMoneyGateway) => Promise<Outcome<unknown, unknown>>;

const open: Call = (of) => of.open(REQUEST);
const read: Call = (of) => of.read('cos-1');
const search: Call = (of) => of.search(REQUEST.reference);

/** Begins a response, then cuts the connection or sends nothing more. */
const beginThen = (then: 'cut' | 'silence') => (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"id":', () => then === 'cut' && response.socket?.destroy());
};

describe('a gateway to a mobile-money provider', () => {
  const { server, wave, cinetpay } = scriptedProviders();

  const providers = {
    Wave: {
      make: wave,
      calls: {
        ...{ open: [open, SESSION], read: [read, SESSION], search: [search, { result: [SESSION] }] },
        ...{ expire: [(of) => of.expire('cos-1'), ''], refund: [(of) => of.refund('cos-1'), ''] },
      },
    },
    CinetPay: {
      make: cinetpay,
      calls: { open: [open, CREATED], read: [read, ACCEPTED], search: [search, ACCEPTED] },
    },
  } satisfies Record<
    string,
    { make: typeof cinetpay | typeof wave; calls: Record<string, [call: Call, body: unknown]> }
  >;

  for (const [name, { make, calls }] of Object.entries(providers)) {
    const successful = calls.open[1];
    const all = Object.entries<[call: Call, body: unknown]>(calls);

    for (const [called, [call, body]] of all)
      // Proves: opening-refused-or-unknown, only-definite-answers-count
      it(`treats only a 2xx as the success of "${called}" at ${name}, with any body`, async () => {
        const gateway = make({ breaker: { after: 1_000, retryAfter: 1 } });
        for (const status of STATUSES) {
          server().answer(json(status, body, { location: `${server().url}/elsewhere` }));
          const answer = await call(gateway);
          const { outcome } = answer;
          const isRefusal = called === 'open' && [400, 401, 403, 404, 422, 429].includes(status);
          if (isRefusal) expect(answer, `${status}`).to.include({ reason: 'provider_error' });
          if (status === 200) expect(outcome).to.equal('done');
          // Wave answers 409 if the session has ended already.
          else if (!isSuccess(status) && !(called === 'expire' && status === 409))
            expect(outcome, `${status}`).to.equal(isRefusal ? 'refused' : 'unknown');
        }
      });

    // Proves: provider-responses-kept, opening-responses-kept
    it(`stores the response of ${name} without its key, secrets, names, addresses and phone numbers`, async () => {
      const note = 'k-7f3a9c1e5b calls +2250701020304';
      server().answer(json(200, { ...successful, note, payer: { first_name: 'Awa' }, list: ['0701020304'] }));
      const { evidence } = await make({ apiKey: 'k-7f3a9c1e5b' }).open(REQUEST);
      expect(JSON.stringify(evidence)).to.not.match(/Awa|0701020304|pay\.wave|checkout\.cinetpay|secret|k-7f3a9c1e5b/);
      expect(evidence).to.deep.include({ status: 200 });
      expect(evidence).to.have.nested.property('body.note').that.contains('… calls');
    });

    // Proves: opening-refused-or-unknown
    it(`returns unknown if ${name} is silent, cuts the connection, or never completes its response`, async () => {
      for (const by of [cut, beginThen('cut'), silence, beginThen('silence')]) {
        server().answer(by);
        const gateway = make(SHORT_TIMEOUTS);
        for (const [called, [call]] of all) expect((await call(gateway)).outcome, called).to.equal('unknown');
      }
    });

    // Proves: opening-refused-or-unknown
    it(`treats an opening as refused if ${name} accepts no connection`, async () => {
      const gone = await scriptedServer();
      await gone.close();
      const answer = await make({ baseUrl: gone.url }).open(REQUEST);
      expect(answer).to.deep.include({ outcome: 'refused', reason: 'provider_unavailable' });
    });

    it(`reports throttling by ${name} only on 429 and 503, with the pause from Retry-After`, async () => {
      for (const [status, headers, throttled] of [
        [429, {}, { retryAfter: null }],
        [503, {}, { retryAfter: null }],
        [429, { 'retry-after': '7' }, { retryAfter: 7_000 }],
        [404, { 'retry-after': '7' }, undefined],
        [500, { 'retry-after': '7' }, undefined],
      ] as const) {
        server().answer(json(status, {}, headers));
        for (const [called, [call]] of all.filter(([each]) => each !== 'open')) {
          const answer = await call(make());
          expect(answer.outcome, called).to.equal('unknown');
          expect('throttled' in answer ? answer.throttled : undefined, called).to.deep.equal(throttled);
        }
      }
    });

    // Proves: breaker
    it(`opens nothing at ${name} after several 5xx in a row, until it is resumed`, async () => {
      const gateway = make({ breaker: { after: 3, retryAfter: 60_000 } });
      server().answer(json(503, {}));
      for (let count = 0; count < 3; count += 1) expect((await gateway.open(REQUEST)).outcome).to.equal('unknown');
      expect(gateway.accepting()).to.equal(false);
      const before = server().asked.length;
      const refused = { outcome: 'refused', reason: 'provider_unavailable', evidence: { got: 'not sent' } };
      expect(await gateway.open(REQUEST)).to.deep.equal(refused);
      expect(server().asked.length).to.equal(before);
      server().answer(json(200, calls.read[1]));
      expect((await gateway.read('cos-1')).outcome).to.equal('done');
      gateway.resume();
      expect(gateway.accepting()).to.equal(true);
      server().answer(json(200, successful));
      expect((await gateway.open(REQUEST)).outcome).to.equal('done');
    });

    // Proves: breaker
    it(`continues to open at ${name} after refusals, cut connections and failed reads`, async () => {
      const gateway = make({ breaker: { after: 3, retryAfter: 60_000 } });
      for (const by of [json(429, {}), cut, json(422, {}), cut]) {
        server().answer(by);
        for (const _ of [1, 2]) await gateway.open(REQUEST);
      }
      server().answer(json(500, {}));
      for (let count = 0; count < 5; count += 1) await gateway.read('cos-1');
      expect(gateway.accepting()).to.equal(true);
    });
  }
});
