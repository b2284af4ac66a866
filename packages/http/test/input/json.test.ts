import { aVehicleInput, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { faultsIn, servedForAll } from '../serving.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a JSON body', () => {
  const api = servedForAll();
  afterEach(() => expect(api.errorReporter.all).to.deep.equal([]));

  const post = (body: NonNullable<RequestInit['body']> | null, headers: Record<string, string> = JSON_TYPE) =>
    api.call('POST', '/vehicle', { body, headers });

  // Proves: json-up-to-1-mib
  it('may have 1 MiB, and is refused if larger, whether its length is announced or not', async () => {
    const sized = (size: number) => {
      const text = JSON.stringify(aVehicleInput());
      return `${text.slice(0, -1)},"padding":"${'x'.repeat(size - text.length - 13)}"}`;
    };
    expect(sized(1024 * 1024)).to.have.length(1024 * 1024);
    expect((await post(sized(1024 * 1024), { ...JSON_TYPE, 'content-encoding': 'identity' })).status).to.equal(201);
    expect((await post(sized(1024 * 1024 + 1))).status).to.equal(413);
    const streamed = new ReadableStream({
      start: (stream) => {
        for (let sent = 0; sent < 40; sent += 1) stream.enqueue(new Uint8Array(100_000));
        stream.close();
      },
    });
    const answer = await api.call('POST', '/vehicle', { body: streamed, headers: JSON_TYPE, duplex: 'half' });
    expect(`${answer.status} ${answer.body.code}`).to.equal('413 payload_too_large');
  });

  it('may have ten thousand values, and any number of commas and brackets within texts', async () => {
    const withNote = (note: unknown) => JSON.stringify({ note, ...aVehicleInput() });
    for (const text of ['a,b[{', '\\",', '\\,[', '"[,'])
      expect((await post(withNote(text.repeat(20_000)))).status, text).to.equal(201);
    for (const note of [Array(10_001).fill(0), Array(10_001).fill([]), Array(10_001).fill('\\"')]) {
      const answer = await post(withNote(note));
      expect(answer.status).to.equal(400);
      expect(faultsIn(answer)).to.deep.equal(['body must have at most 10000 values']);
    }
  });

  // Proves: json-strict, invalid-request-names-fields, all-broken-fields-at-once
  it('is refused in one response that names each missing field, wrong type, wrong value and document once', async () => {
    const sent = { registrationDocument: 'secret', type: 'truck', brand: 7, year: '2020', externalId: ['secret'] };
    const more = { noSeat: 2.5, firstRoadDate: '2021-02-30', carMarketValue: null };
    const answer = await post(JSON.stringify({ ...sent, ...more }));
    expect(answer.status).to.equal(400);
    expect(faultsIn(answer)).to.deep.equal([
      ...['type must be one of auto, bike', 'licencePlate is required', 'externalId must be text'],
      ...['brand must be text', 'model is required', 'year must be a whole number from 1900 to 2100'],
      ...['firstRoadDate must be a date that exists, written YYYY-MM-DD', 'carOriginalValue is required'],
      ...['carMarketValue must be a whole number from 0 to 1000000000000', 'energy is required', 'power is required'],
      'noSeat must be a whole number from 1 to 100',
      'registrationDocument cannot be sent as JSON: use multipart/form-data',
    ]);
    expect(JSON.stringify(answer.body)).to.not.contain('secret');
  });

  it('is refused with every invalid field of a quote in one response', async () => {
    const quote = { vehicleId: 7, duration: '12', usage: 'work', policyHolderPhone: null, startDate: '2020-01-01' };
    const { body } = await api.send('POST', '/quote/create', quote);
    expect(body.details.map(({ field }) => field)).to.deep.equal(
      'vehicleId coverageId duration usage policyHolderName policyHolderPhone startDate'.split(' '),
    );
  });

  it('may have null for an optional field', async () => {
    const answer = await post(JSON.stringify({ ...aVehicleInput(), externalId: null, registrationDocument: null }));
    expect(answer.status).to.equal(201);
    expect(answer.body.externalId).to.equal(null);
  });

  // Proves: no-document-in-json
  it('that changes a vehicle is refused if it contains a document, which is not dropped silently', async () => {
    const { id } = await storedVehicle(api.unitOfWork, api.company.id);
    const change = { externalId: 'F-1', registrationDocument: 'JVBERi0=' };
    const refused = faultsIn(await api.send('PATCH', `/vehicle/${id}`, change));
    expect(refused).to.deep.equal(['registrationDocument can be sent at registration only, in a form']);
    expect((await api.get(`/vehicle/${id}`)).body.externalId).to.not.equal('F-1');
  });

  it('may contain keys that are special in JavaScript, which are ignored', async () => {
    const text = JSON.stringify(aVehicleInput());
    const answer = await post(`${text.slice(0, -1)},"__proto__":{"brand":"x"},"constructor":{"prototype":1}}`);
    expect(answer.status).to.equal(201);
    expect(({} as { brand?: string }).brand).to.equal(undefined);
    const hidden = await post('{"__proto__":{"externalId":null}}');
    expect(hidden.status).to.equal(400);
  });
});
