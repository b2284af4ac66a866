import { InsuranceApiError, insuranceClient, InsuranceConnectionError } from '@vehicle-insurance/client';
import { scriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { failureOf, json, refusal, scripted, type Step } from './scripted-api.ts';

const CUT = new TypeError('fetch failed');
const COVERAGES = json(200, []);
const QUOTE = json(201, { id: 'q1' });
const HOLDER = { policyHolderName: 'Client Exemple', policyHolderPhone: '0700000000' };
const TERMS = { duration: 12, usage: 'pleasure', startDate: '2026-11-10' } as const;
const NEW_QUOTE = { vehicleId: 'v1', coverageId: 'c1', ...TERMS, ...HOLDER };

const half = (): Response => {
  const body = new ReadableStream({ start: (controller) => controller.error(CUT) });
  return new Response(body, { status: 200 });
};

const TEMPORARY: Readonly<Record<string, Step>> = {
  'a cut connection': CUT,
  'an incomplete response': half(),
  'a page of a proxy': new Response('<html>Sign in</html>', { status: 200 }),
  '408': refusal(408, 'invalid_request'),
  '429': refusal(429, 'rate_limited'),
  '502': refusal(502, 'storage_unavailable'),
  '502 of a gateway': new Response('Bad gateway', { status: 502 }),
  '503': refusal(503, 'service_unavailable'),
  '504': new Response('', { status: 504 }),
};

describe('retries', () => {
  for (const [name, step] of Object.entries(TEMPORARY))
    // Proves: client-retries
    it(`complete a read and a POST despite ${name}, with one key for all attempts`, async () => {
      const reading = scripted([step, step, COVERAGES]);
      expect(await reading.client.listCoverages()).to.deep.equal([]);
      expect(reading.arrived).to.have.length(3);
      const { client, arrived } = scripted([step, step, QUOTE]);
      expect(await client.createQuote(NEW_QUOTE)).to.deep.equal({ id: 'q1' });
      expect(arrived.map(({ body }) => JSON.parse(body) as unknown)).to.deep.equal([NEW_QUOTE, NEW_QUOTE, NEW_QUOTE]);
      const keys = arrived.map(({ headers }) => headers.get('idempotency-key'));
      expect(keys[0]).to.match(/^"[0-9a-f]{32}"$/);
      expect(new Set(keys).size).to.equal(1);
    });

  it('follow no redirect, so that the API key is not sent to another server', async () => {
    const [api, other] = [await scriptedServer(), await scriptedServer()];
    api.answer((response) => response.writeHead(302, { location: `${other.url}/api/v1.0/coverage` }).end());
    other.answer((response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
    try {
      const client = insuranceClient({ baseUrl: api.url, apiKey: 'vi_test_key', retries: 0 });
      expect(await failureOf(client.listCoverages())).to.be.an.instanceOf(InsuranceConnectionError);
      expect(other.asked).to.deep.equal([]);
    } finally {
      await Promise.all([api.close(), other.close()]);
    }
  });

  it('wait a minute for a request in progress, from when the API first reports it', async () => {
    const slow = refusal(429, 'rate_limited', { 'retry-after': '60' });
    const { client, arrived } = scripted([slow, CUT, refusal(409, 'request_in_progress'), QUOTE]);
    expect(await client.createQuote(NEW_QUOTE)).to.deep.equal({ id: 'q1' });
    const [, , reported, again] = arrived.map(({ at }) => at);
    expect((again ?? 0) - (reported ?? 0), 'a second, plus a random delay').to.equal(1_500);
  });

  it('keep the key of a POST in every error, since an earlier attempt may have succeeded', async () => {
    const { client, arrived } = scripted([CUT, refusal(503, 'service_unavailable')]);
    const error = await failureOf(client.createQuote(NEW_QUOTE));
    expect(error).to.include({ code: 'service_unavailable' });
    const key = error instanceof InsuranceApiError ? error.idempotencyKey : null;
    expect(arrived[0]?.headers.get('idempotency-key')).to.equal(`"${key}"`);
    const reading = scripted([refusal(404, 'vehicle_not_found')]);
    expect(await failureOf(reading.client.getVehicle('v1'))).to.include({ idempotencyKey: null });
  });

  it('repeat a change of the external id, which is idempotent', async () => {
    const { client, arrived } = scripted([CUT, json(200, { id: 'v1', externalId: 'mine' })]);
    expect(await client.changeExternalId('v1', 'mine')).to.include({ externalId: 'mine' });
    expect(arrived.map(({ body }) => body)).to.deep.equal(['{"externalId":"mine"}', '{"externalId":"mine"}']);
  });

  it('send the whole registration document every time', async () => {
    const { client, arrived } = scripted([CUT, json(201, { id: 'v1' })]);
    await client.registerVehicle({
      ...{ type: 'auto', licencePlate: 'AA-1', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence' },
      ...{ firstRoadDate: '2021-03-15', carOriginalValue: 1, carMarketValue: 1, power: 7, noSeat: 5, externalId: null },
      registrationDocument: { content: new TextEncoder().encode('%PDF-1.7 grey card'), fileName: 'grey card.pdf' },
    });
    expect(arrived).to.have.length(2);
    for (const { headers, body } of arrived) {
      expect(headers.get('content-type')).to.match(/^multipart\/form-data; boundary=/);
      expect(body).to.contain('%PDF-1.7 grey card').and.to.contain('filename="grey card.pdf"');
      expect(body)
        .to.match(/name="noSeat"\r\n\r\n5\r\n/)
        .and.not.contain('externalId');
    }
  });

  for (const [status, code] of [
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [404, 'vehicle_not_found'],
    [409, 'payment_in_progress'],
    [422, 'idempotency_key_reused'],
    [500, 'internal_error'],
    [502, 'payment_provider_unavailable'],
    [503, 'payment_unavailable'],
  ] as const)
    it(`do not repeat ${status} ${code}, which is final`, async () => {
      const { client, arrived } = scripted([refusal(status, code), QUOTE]);
      expect(await failureOf(client.payQuote('q1', { phoneNumber: '0500000000' }))).to.include({ status, code });
      expect(arrived).to.have.length(1);
    });

  it('end after three more attempts, with the error of the last one', async () => {
    const cut = scripted([CUT]);
    const lost = await failureOf(cut.client.createQuote(NEW_QUOTE, { idempotencyKey: 'order-7' }));
    expect(lost).to.be.instanceOf(InsuranceConnectionError);
    expect(lost).to.include({ attempts: 4, cause: CUT, idempotencyKey: 'order-7' });
    expect(cut.arrived).to.have.length(4);

    const late = scripted([refusal(503, 'service_unavailable'), CUT]);
    expect(String(await failureOf(late.client.listCoverages()))).to.contain(
      ': The last of 4 attempts got no usable response. Check',
    );

    const busy = scripted([refusal(503, 'service_unavailable')]);
    const refused = await failureOf(busy.client.listCoverages());
    expect(refused).to.be.instanceOf(InsuranceApiError).and.to.include({ code: 'service_unavailable' });
    expect(busy.arrived).to.have.length(4);
  });

  for (const [retries, attempts] of [
    [0, 1],
    [-1, 1],
    [Number.NaN, 1],
    [1.5, 3],
  ] as const)
    it(`end after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} if their configured number is ${retries}`, async () => {
      const { client, arrived } = scripted([...Array<Step>(9).fill(CUT), COVERAGES], { retries });
      const failure = await failureOf(client.listCoverages());
      expect(failure).to.be.instanceOf(InsuranceConnectionError);
      expect(failure).to.include({ attempts, idempotencyKey: null });
      expect(arrived).to.have.length(attempts);
    });

  it('count an attempt as lost after a minute', async () => {
    const limits: number[] = [];
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) => (limits.push(milliseconds), timeout.call(AbortSignal, milliseconds));
    try {
      await scripted([COVERAGES]).client.listCoverages();
    } finally {
      AbortSignal.timeout = timeout;
    }
    expect(limits).to.deep.equal([60_000]);
  });

  it('wait twice as long every time, up to a bound, minus a random part', async () => {
    const slow = scripted([CUT], { retries: 7 });
    await failureOf(slow.client.listCoverages());
    const waits = slow.arrived.slice(1).map(({ at }, index) => at - (slow.arrived[index]?.at ?? 0));
    expect(waits).to.deep.equal([500, 1000, 2000, 4000, 8000, 8000, 8000]);

    const lucky = scripted([CUT], { chance: () => 0.5 });
    await failureOf(lucky.client.listCoverages());
    expect(lucky.arrived.map(({ at }) => at)).to.deep.equal([0, 250, 750, 1750]);
  });

  it('wait as long as Retry-After requests, in seconds or as a date', async () => {
    for (const wait of ['7', 'Mon, 02 Nov 2026 08:00:07 GMT']) {
      const chances = [1, 0];
      const limited = refusal(429, 'rate_limited', { 'retry-after': wait });
      const { client, arrived } = scripted([CUT, limited, COVERAGES], { chance: () => chances.shift() ?? 0 });
      await client.listCoverages();
      expect(arrived.map(({ at }) => at)).to.deep.equal([0, 500, 7_500]);
    }
  });

  it('do not wait longer than a minute, but leave longer pauses to the caller', async () => {
    const { client, arrived } = scripted([refusal(429, 'rate_limited', { 'retry-after': '61' }), COVERAGES]);
    expect(await failureOf(client.listCoverages())).to.include({ code: 'rate_limited', retryAfter: 61 });
    expect(arrived).to.have.length(1);
  });

  it('wait up to a minute for the response to the first request with a key', async () => {
    const busy = refusal(409, 'request_in_progress', { 'retry-after': '1' });
    const { client } = scripted([CUT, ...Array.from({ length: 20 }, () => busy), QUOTE]);
    expect(await client.createQuote(NEW_QUOTE)).to.deep.equal({ id: 'q1' });

    const forever = scripted([busy]);
    expect(await failureOf(forever.client.createQuote(NEW_QUOTE))).to.include({ code: 'request_in_progress' });
    expect(forever.arrived.at(-1)?.at).to.be.within(60_000, 62_000);
  });

  it('count an attempt as lost if it gets no response in time', async () => {
    const { client, arrived } = scripted(['silence', COVERAGES], { answerWithin: 5 });
    expect(await client.listCoverages()).to.deep.equal([]);
    expect(arrived).to.have.length(2);
  });
});

describe('an idempotency key', () => {
  it('is the caller’s, or new for every call', async () => {
    const { client, arrived } = scripted([QUOTE]);
    await client.createQuote(NEW_QUOTE, { idempotencyKey: 'order-7' });
    for (let n = 0; n < 9; n += 1) await client.createQuote(NEW_QUOTE);
    const keys = arrived.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).to.equal('"order-7"');
    expect(new Set(keys).size).to.equal(10);
  });

  it('is refused before anything is sent if no header can carry it', async () => {
    const { client, arrived } = scripted([QUOTE]);
    for (const idempotencyKey of ['', 'x'.repeat(256), 'a b', 'a"b', 'é', 'a\nb'])
      expect(await failureOf(client.createQuote(NEW_QUOTE, { idempotencyKey }))).to.be.instanceOf(RangeError);
    expect(arrived).to.deep.equal([]);
  });
});

describe('an aborted call', () => {
  const REASON = new Error('the user went away');

  it('ends while it waits for a response, even in the last attempt', async () => {
    for (const retries of [0, 3]) {
      const abort = new AbortController();
      const silence = (): Step => {
        queueMicrotask(() => abort.abort(REASON));
        return 'silence';
      };
      const { client, arrived } = scripted(silence, { retries });
      expect(await failureOf(client.listCoverages({ signal: abort.signal }))).to.equal(REASON);
      expect(arrived).to.have.length(1);
    }
  });
});
