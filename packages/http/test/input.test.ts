import { gzipSync } from 'node:zlib';
import { aVehicleInput, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { servedInMemory, type Answered } from './serving.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('What callers send', () => {
  let api: Awaited<ReturnType<typeof servedInMemory>>;
  before(async () => {
    api = await servedInMemory();
  });
  after(() => api.close());
  afterEach(() => expect(api.incidents.all).to.deep.equal([]));

  const post = (body: NonNullable<RequestInit['body']> | null, headers: Record<string, string> = JSON_TYPE) =>
    api.call('POST', '/vehicle', { body, headers });
  const fieldsOf = ({ body }: Answered) => body.details.map(({ field }) => field);

  describe('as JSON', () => {
    const bad: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
      'a broken document': '{"type": "auto"',
      'an array': '[{}]',
      'a text': '"auto"',
      null: 'null',
      'bytes that are no UTF-8': Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
      'very deep nesting': '['.repeat(200_000),
    };
    for (const [what, body] of Object.entries(bad)) {
      it(`refuses ${what}`, async () => {
        const answer = await post(body);
        expect(answer.status).to.equal(400);
        expect(answer.body.code).to.equal('invalid_request');
        expect(fieldsOf(answer)).to.deep.equal(['body']);
      });
    }

    it('refuses a missing body, with and without a media type', async () => {
      for (const headers of [JSON_TYPE, {}]) {
        const answer = await post(null, headers);
        expect(answer.status).to.equal(400);
        expect(answer.body.details[0]).to.deep.equal({ field: 'body', message: 'is missing: send a JSON object' });
      }
    });

    it('takes no other media type and no compression', async () => {
      const text = JSON.stringify(aVehicleInput());
      const answers = await Promise.all([
        post(text, { 'content-type': 'text/plain' }),
        post(new URLSearchParams({ type: 'auto' }), {}),
        post(new Uint8Array(gzipSync(text)), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
        post(new TextEncoder().encode(text), {}),
        api.call('POST', '/quote/create', { body: new FormData() }),
      ]);
      expect(answers.map(({ status, body }) => `${status} ${body.code}`)).to.deep.equal(
        Array(5).fill('415 unsupported_media_type'),
      );
    });

    it('takes 1 MiB and refuses more, whether its length is announced or not', async () => {
      const sized = (size: number) => {
        const text = JSON.stringify(aVehicleInput());
        return `${text.slice(0, -1)},"padding":"${'x'.repeat(size - text.length - 13)}"}`;
      };
      expect(sized(1024 * 1024)).to.have.length(1024 * 1024);
      expect((await post(sized(1024 * 1024))).status).to.equal(201);
      expect((await post(sized(1024 * 1024 + 1))).status).to.equal(413);
      const streamed = new ReadableStream({
        start: (stream) => {
          for (let sent = 0; sent < 40; sent += 1) stream.enqueue(new Uint8Array(100_000));
          stream.close();
        },
      });
      const answer = await api.call('POST', '/vehicle', {
        body: streamed,
        headers: JSON_TYPE,
        duplex: 'half',
      });
      expect(`${answer.status} ${answer.body.code}`).to.equal('413 payload_too_large');
    });

    it('names every missing field and every wrong type at once, and no value', async () => {
      const answer = await post(
        JSON.stringify({ type: 'auto', brand: 7, year: '2020', noSeat: 2.5, externalId: ['secret'] }),
      );
      expect(answer.status).to.equal(400);
      const told = Object.fromEntries(answer.body.details.map(({ field, message }) => [field, message]));
      expect(told).to.deep.equal({
        licencePlate: 'is required',
        model: 'is required',
        firstRoadDate: 'is required',
        carOriginalValue: 'is required',
        carMarketValue: 'is required',
        energy: 'is required',
        power: 'is required',
        brand: 'must be text',
        year: 'must be a whole number',
        noSeat: 'must be a whole number',
        externalId: 'must be text or null',
      });
      expect(JSON.stringify(answer.body)).to.not.contain('secret');
    });

    it('leaves values to the domain, which names every broken one at once', async () => {
      const answer = await post(
        JSON.stringify(
          aVehicleInput({ type: 'truck', brand: '  ', year: 1800, noSeat: 101, firstRoadDate: '2021-02-30' }),
        ),
      );
      expect(answer.status).to.equal(400);
      expect(fieldsOf(answer)).to.have.members(['type', 'brand', 'year', 'noSeat', 'firstRoadDate']);
    });

    it('lets the domain trim before it measures', async () => {
      const answer = await post(JSON.stringify(aVehicleInput({ brand: `${' '.repeat(200)}Toyota` })));
      expect(answer.status).to.equal(201);
      expect(answer.body.brand).to.equal('Toyota');
    });

    it('takes null for an optional field that is not there', async () => {
      const answer = await post(JSON.stringify({ ...aVehicleInput(), externalId: null, registrationDocument: null }));
      expect(answer.status).to.equal(201);
      expect(answer.body.externalId).to.equal(null);
    });

    it('does not lose a document in silence', async () => {
      const answer = await post(JSON.stringify({ ...aVehicleInput(), registrationDocument: 'JVBERi0=' }));
      expect(answer.status).to.equal(400);
      expect(answer.body.details).to.deep.equal([
        { field: 'registrationDocument', message: 'cannot be sent as JSON: use multipart/form-data' },
      ]);
    });

    it('ignores keys with a meaning to the language', async () => {
      const text = JSON.stringify(aVehicleInput());
      const answer = await post(`${text.slice(0, -1)},"__proto__":{"brand":"x"},"constructor":{"prototype":1}}`);
      expect(answer.status).to.equal(201);
      expect(({} as { brand?: string }).brand).to.equal(undefined);
      const hidden = await post('{"__proto__":{"externalId":null}}');
      expect(hidden.status).to.equal(400);
    });
  });

  describe('as a query', () => {
    const bad: Readonly<Record<string, readonly string[]>> = {
      'page=0': ['page'],
      'page=-1': ['page'],
      'page=1.5': ['page'],
      'page=1e1': ['page'],
      'page=%201': ['page'],
      'page=%2B1': ['page'],
      'page=01': ['page'],
      'page=0x1': ['page'],
      'page=١': ['page'],
      'page=9007199254740992': ['page'],
      'page=99999999999999999999999': ['page'],
      'page=': ['page'],
      'page=1&page=1': ['page'],
      'limit=0': ['limit'],
      'limit=101': ['limit'],
      'limit=ten&page=one': ['page', 'limit'],
      'licencePlate=&externalId=': ['licencePlate', 'externalId'],
    };
    for (const [query, fields] of Object.entries(bad)) {
      it(`refuses ${query}`, async () => {
        const answer = await api.get(`/vehicle?${query}`);
        expect(answer.status).to.equal(400);
        expect(fieldsOf(answer)).to.have.members([...fields]);
      });
    }

    it('says the bounds in plain words', async () => {
      expect((await api.get('/contract?limit=101')).body.details).to.deep.equal([
        { field: 'limit', message: 'must be a whole number from 1 to 100' },
      ]);
    });

    it('answers a page past the end with nothing, and ignores what it does not know', async () => {
      await storedVehicle(api.unitOfWork, api.company.id);
      for (const page of [1_000_000_000_000, Number.MAX_SAFE_INTEGER]) {
        const answer = await api.get(`/vehicle?page=${page}&limit=100&sort=&sort=x`);
        expect(answer.status).to.equal(200);
        expect(answer.body).to.deep.include({ data: [], page, limit: 100 });
        expect(answer.body.total).to.be.greaterThan(0);
      }
    });

    it('refuses a query too long to be parsed for free, at once', async () => {
      const began = performance.now();
      const answer = await api.get(`/vehicle?${'a=1&'.repeat(3_500)}`);
      expect(answer.status).to.equal(400);
      expect((await api.get(`/vehicle?${'a&'.repeat(60)}`)).status).to.equal(400);
      expect(performance.now() - began).to.be.lessThan(500);
      expect((await api.get(`/coverage?${'a=1&'.repeat(3_500)}`)).status).to.equal(200);
    });
  });
});
