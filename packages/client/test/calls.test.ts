import { insuranceClient, type InsuranceClient } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { getEventListeners } from 'node:events';
import { realTime } from '../src/time.ts';
import { failureOf, json, refusal, scripted, steppedTime, type Options, type Step } from './scripted-api.ts';

const REASON = new Error('the user went away');
const CUT = new TypeError('fetch failed');
const LIST = { data: [], page: 1, limit: 20, total: 0 };
const OPTIONS = { idempotencyKey: 'order-7', language: 'en', pageSize: 9 };
const signal = AbortSignal.abort(REASON);

/** Each call: the first line of its request, and its arguments before the options. */
const CALLS: Readonly<Partial<Record<keyof InsuranceClient, readonly [line: string, ...args: readonly unknown[]]>>> = {
  registerVehicle: ['POST /vehicle', { brand: 'any' }],
  getVehicle: ['GET /vehicle/v%2F1', 'v/1'],
  changeExternalId: ['PATCH /vehicle/v1', 'v1', null],
  listVehicles: ['GET /vehicle?page=2', { page: 2 }],
  listCoverages: ['GET /coverage'],
  createQuote: ['POST /quote/create', { brand: 'any' }],
  getQuote: ['GET /quote/q1', 'q1'],
  listQuotes: ['GET /quote?limit=5', { limit: 5 }],
  payQuote: ['POST /quote/q1/pay', 'q1', { brand: 'any' }],
  getQuoteStatus: ['GET /quote/q1/status', 'q1'],
  getContract: ['GET /contract/c1', 'c1'],
  getContractDocument: ['GET /contract/c1/document?language=en', 'c1'],
  getReceipt: ['GET /contract/c1/receipt?language=en', 'c1'],
  getCancellationStatement: ['GET /contract/c1/cancellation?language=en', 'c1'],
  listContracts: ['GET /contract', { vehicleId: undefined }],
  listEvents: ['GET /event?after=0&wait=9', { after: 0, wait: 9 }],
  listOwnKeys: ['GET /key?limit=5', { limit: 5 }],
  issueOwnKey: ['POST /key', { brand: 'any' }],
  vehicles: ['GET /vehicle?externalId=a%20b&page=1&limit=9', { externalId: 'a b', licencePlate: undefined }],
  quotes: ['GET /quote?vehicleId=v1&page=1&limit=9', { vehicleId: 'v1' }],
  contracts: ['GET /contract?vehicleId=v1&page=1&limit=9', { vehicleId: 'v1' }],
  ownKeys: ['GET /key?page=1&limit=9'],
  revokeOwnKey: ['POST /key/k1/revoke', 'k1'],
  events: ['GET /event?limit=100&wait=25'],
  waitForPayment: ['GET /quote/q1/status', 'q1'],
  waitForCertificate: ['GET /contract/c1', 'c1'],
};
const BODIES: Readonly<Record<string, string>> = { GET: '', POST: '{"brand":"any"}', PATCH: '{"externalId":null}' };
const NAMES = Object.keys(CALLS) as readonly (keyof InsuranceClient)[];

/** Makes a call; of an iterator, reads the first item. */
const make = async (client: InsuranceClient, name: keyof InsuranceClient, options: object): Promise<unknown> => {
  const [, ...args] = CALLS[name] ?? [];
  const made = (client[name] as (...all: readonly unknown[]) => unknown)(...args, options);
  return Symbol.asyncIterator in Object(made) ? (made as AsyncGenerator).next() : made;
};

describe('every call', () => {
  it('asks for messages in the language of the client, or names none', async () => {
    for (const language of ['fr', 'en', undefined] as const) {
      const { client, arrived } = scripted([json(200, [])], { language });
      await client.listCoverages();
      expect(arrived[0]?.headers.get('accept-language')).to.equal(language ?? null);
    }
  });

  it('sends its parameters, its body and its key, and no cookies', async () => {
    const whole = { ...LIST, data: [{ id: 'v1' }], next: 1, payment: {}, contractId: 'c1', documents: {} };
    for (const name of NAMES) {
      const [line = ''] = CALLS[name] ?? [];
      const { client, arrived } = scripted([json(200, { ...whole, certificateStatus: 'failed' })]);
      await make(client, name, OPTIONS);
      const [method] = line.split(' ');
      const lines = arrived.map((each) => `${each.method} ${each.path.replace('/api/v1.0', '')}`);
      expect(lines, name).to.deep.equal([line]);
      const [{ headers, body, credentials } = expect.fail(name)] = arrived;
      expect([headers.get('x-api-key'), credentials], name).to.deep.equal(['vi_test_key', 'omit']);
      expect(headers.get('idempotency-key'), name).to.equal(method === 'POST' ? '"order-7"' : null);
      expect(body, name).to.equal(name === 'revokeOwnKey' ? '' : BODIES[method ?? '']);
    }
    const all = insuranceClient({ baseUrl: 'https://insurance.example', apiKey: 'key' });
    expect(Object.keys(all)).to.have.members(NAMES);
  });

  it('sends nothing if it was aborted before', async () => {
    for (const name of NAMES) {
      const { client, arrived } = scripted([json(200, LIST)]);
      expect(await failureOf(make(client, name, { signal })), name).to.equal(REASON);
      expect(arrived, name).to.deep.equal([]);
    }
  });
});

describe('a call that waits', () => {
  const none = json(200, { data: [], next: 0, newest: 0 });
  const pending = json(200, { status: 'payment_pending', contractId: null, payment: { id: 'p1' } });
  const requested = json(200, { certificateStatus: 'pending', certificate: null, documents: {} });
  const busy = refusal(503, 'service_unavailable', { 'retry-after': '60' });
  const WAITS: Readonly<Record<string, readonly [keyof InsuranceClient, readonly Step[], Options?]>> = {
    'its next attempt': ['listCoverages', [CUT]],
    'the first request with its key': ['createQuote', [refusal(409, 'request_in_progress')]],
    'a payment': ['waitForPayment', [pending]],
    'a certificate': ['waitForCertificate', [requested]],
    'events during an outage': ['events', [none, busy], { retries: 0 }],
    'events of an API that cannot wait': ['events', [none], { answerWithin: 1_000 }],
  };
  for (const [what, [name, steps, options]] of Object.entries(WAITS))
    it(`for ${what} ends when its caller aborts it, and sends nothing more`, async () => {
      const abort = new AbortController();
      const time = steppedTime(() => abort.abort(REASON));
      const began = time.now();
      const { client, arrived } = scripted(steps, { ...options, time });
      expect(await failureOf(make(client, name, { signal: abort.signal }))).to.equal(REASON);
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
