import { insuranceClient, type InsuranceClient } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { getEventListeners } from 'node:events';
import { realTime } from '../src/time.ts';
import { failureOf, json, refusal, scripted, steppedTime, type Options, type Step } from './scripted-api.ts';

const REASON = new Error('the user went away');
const CUT = new TypeError('fetch failed');
const LIST = { data: [], page: 1, limit: 20, total: 0 };
const [REQUEST, WITH_KEY] = [{ brand: 'any' } as never, { idempotencyKey: 'order-7' }];
const signal = AbortSignal.abort(REASON);

/** Each call, the first line of its request, and the call of a caller that has left. */
type Call = readonly [line: string, call: (client: InsuranceClient, options: object) => Promise<unknown>];
const CALLS: Readonly<Partial<Record<keyof InsuranceClient, Call>>> = {
  registerVehicle: ['POST /vehicle', (client, options) => client.registerVehicle(REQUEST, options)],
  getVehicle: ['GET /vehicle/v%2F1', (client, options) => client.getVehicle('v/1', options)],
  changeExternalId: ['PATCH /vehicle/v1', (client, options) => client.changeExternalId('v1', null, options)],
  listVehicles: ['GET /vehicle?page=2', (client, options) => client.listVehicles({ page: 2 }, options)],
  listCoverages: ['GET /coverage', (client, options) => client.listCoverages(options)],
  createQuote: ['POST /quote/create', (client, options) => client.createQuote(REQUEST, options)],
  getQuote: ['GET /quote/q1', (client, options) => client.getQuote('q1', options)],
  listQuotes: ['GET /quote?limit=5', (client, options) => client.listQuotes({ limit: 5 }, options)],
  payQuote: ['POST /quote/q1/pay', (client, options) => client.payQuote('q1', REQUEST, options)],
  getQuoteStatus: ['GET /quote/q1/status', (client, options) => client.getQuoteStatus('q1', options)],
  getContract: ['GET /contract/c1', (client, options) => client.getContract('c1', options)],
  getContractDocument: [
    'GET /contract/c1/document?language=en',
    (client, options) => client.getContractDocument('c1', { ...options, language: 'en' }),
  ],
  getReceipt: [
    'GET /contract/c1/receipt?language=en',
    (client, options) => client.getReceipt('c1', { ...options, language: 'en' }),
  ],
  listContracts: ['GET /contract', (client, options) => client.listContracts({ vehicleId: undefined }, options)],
  listEvents: ['GET /event?after=0&wait=9', (client, options) => client.listEvents({ after: 0, wait: 9 }, options)],
  vehicles: [
    'GET /vehicle?externalId=a%20b&page=1&limit=100',
    (client, options) => client.vehicles({ externalId: 'a b', licencePlate: undefined }, options).next(),
  ],
  quotes: [
    'GET /quote?vehicleId=v1&page=1&limit=9',
    (client, options) => client.quotes({ vehicleId: 'v1' }, { ...options, pageSize: 9 }).next(),
  ],
  contracts: [
    'GET /contract?vehicleId=v1&page=1&limit=100',
    (client, options) => client.contracts({ vehicleId: 'v1' }, options).next(),
  ],
  events: ['GET /event?limit=100&wait=25', (client, options) => client.events(options).next()],
  waitForPayment: ['GET /quote/q1/status', (client, options) => client.waitForPayment('q1', options)],
  waitForCertificate: ['GET /contract/c1', (client, options) => client.waitForCertificate('c1', options)],
};

describe('every call', () => {
  it('sends its parameters, its body and its key, and no cookies', async () => {
    const whole = {
      ...LIST,
      data: [{ id: 'v1' }],
      next: 1,
      payment: {},
      contractId: 'c1',
      certificateStatus: 'failed',
      documents: {},
    };
    for (const [name, [line, call]] of Object.entries(CALLS)) {
      const { client, arrived } = scripted([json(200, whole)]);
      await call(client, WITH_KEY);
      const [method] = line.split(' ');
      expect(
        arrived.map((each) => `${each.method} ${each.path.replace('/api/v1.0', '')}`),
        name,
      ).to.deep.equal([line]);
      const [{ headers, body, credentials } = expect.fail(name)] = arrived;
      expect([headers.get('x-api-key'), credentials], name).to.deep.equal(['vi_test_key', 'omit']);
      expect(headers.get('idempotency-key'), name).to.equal(method === 'POST' ? '"order-7"' : null);
      expect(body, name).to.equal({ GET: '', POST: '{"brand":"any"}', PATCH: '{"externalId":null}' }[method ?? '']);
    }
    expect(Object.keys(insuranceClient({ baseUrl: 'https://insurance.example', apiKey: 'key' }))).to.have.members(
      Object.keys(CALLS),
    );
  });

  it('sends nothing if it was aborted before', async () => {
    for (const [name, [, call]] of Object.entries(CALLS)) {
      const { client, arrived } = scripted([json(200, LIST)]);
      expect(await failureOf(call(client, { signal })), name).to.equal(REASON);
      expect(arrived, name).to.deep.equal([]);
    }
  });
});

describe('a call that waits', () => {
  const none = json(200, { data: [], next: 0, newest: 0 });
  const pending = json(200, { status: 'payment_pending', contractId: null, payment: { id: 'p1' } });
  const requested = json(200, { certificateStatus: 'pending', certificate: null, documents: {} });
  const busy = refusal(503, 'service_unavailable', { 'retry-after': '60' });
  const WAITS: Readonly<Record<string, readonly [keyof typeof CALLS, readonly Step[], Options?]>> = {
    'its next attempt': ['listCoverages', [CUT]],
    'the first request with its key': ['createQuote', [refusal(409, 'request_in_progress')]],
    'a payment': ['waitForPayment', [pending]],
    'a certificate': ['waitForCertificate', [requested]],
    'events, during an outage': ['events', [none, busy], { retries: 0 }],
    'events, if the API cannot wait': ['events', [none], { answerWithin: 1_000 }],
  };
  for (const [what, [name, steps, options]] of Object.entries(WAITS))
    it(`for ${what} ends when its caller aborts it, and sends nothing more`, async () => {
      const abort = new AbortController();
      const time = steppedTime(() => abort.abort(REASON));
      const began = time.now();
      const { client, arrived } = scripted(steps, { ...options, time });
      const [, call] = CALLS[name] ?? expect.fail(name);
      expect(await failureOf(call(client, { signal: abort.signal }))).to.equal(REASON);
      expect([arrived.length, time.now() - began]).to.deep.equal([steps.length, 0]);
    });

  it('ends at once in real time too, and leaves no timer and no listener', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
    const abort = new AbortController();
    await realTime.pause(1, abort.signal);
    const before = timers();
    expect(getEventListeners(abort.signal, 'abort')).to.deep.equal([]);
    const paused = realTime.pause(60_000, abort.signal);
    abort.abort(REASON);
    for (const pause of [paused, realTime.pause(60_000, abort.signal)]) expect(await failureOf(pause)).to.equal(REASON);
    expect(timers()).to.equal(before);
  });
});

it('a client refuses a key that no header can carry, or with the quotation marks around it', () => {
  for (const apiKey of ['', ' ', 'vi test', 'vi_test\n', 'é', '"vi_test"', "'vi_test'"])
    expect(() => insuranceClient({ baseUrl: 'https://insurance.example', apiKey }), apiKey).to.throw(
      'Copy the key again',
    );
});
