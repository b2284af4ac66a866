import { LARGEST_DOCUMENT } from '@vehicle-insurance/core';
import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { connected, faultsIn, formOf, inMemory, listening, servedForAll } from '../serving.ts';

const PDF = '%PDF-1.7 made by a test';

/** A multipart body written by hand, such as no library would send. */
const handMade = (parts: readonly string[], end = '\r\n--cut--\r\n') => ({
  body: `${parts
    .map((part) => `\r\n--cut\r\n${part}`)
    .join('')
    .slice(2)}${end}`,
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
});
const part = (name: string, value: unknown, headers = '') =>
  `Content-Disposition: form-data; name="${name}"${headers}\r\n\r\n${String(value)}`;
const parts = (fields: object, headers = '') =>
  Object.entries(fields).map(([name, value]) => part(name, value, headers));

describe('a vehicle registration as a form', () => {
  const ended: number[] = [];
  const api = servedForAll({ logRequest: ({ status }) => ended.push(status) });
  afterEach(() => expect(api.errorReporter.all).to.deep.equal([]));

  const register = (form: FormData) => api.call('POST', '/vehicle', { body: form });
  const sendHandMade = (...sent: Parameters<typeof handMade>) => api.call('POST', '/vehicle', handMade(...sent));

  // Proves: register-as-json-or-form
  it('reads the same fields as from JSON, numbers included, and stores the document', async () => {
    const kept = api.documents.keys().length;
    const largest = PDF.padEnd(LARGEST_DOCUMENT, 'x');
    const answer = await register(formOf({ ...aVehicleInput({ brand: 'Citroën' }), unknown: 'x' }, largest));
    expect(answer.status).to.equal(201);
    expect(answer.body).to.include({ year: 2021, noSeat: 5, brand: 'Citroën', hasRegistrationDocument: true });
    expect(api.documents.keys()).to.have.length(kept + 1);
    const key = api.documents.keys().at(-1) ?? '';
    const stored = (await api.documents.read(key)).unwrap();
    expect(new TextDecoder().decode(stored.bytes) === largest).to.equal(true);
  });

  it('requires no document, and ignores the empty file that a browser sends instead of one', async () => {
    expect((await register(formOf(aVehicleInput()))).body.hasRegistrationDocument).to.equal(false);
    const answer = await sendHandMade([
      ...parts(aVehicleInput()),
      part('registrationDocument', '', '; filename=""\r\nContent-Type: application/octet-stream'),
    ]);
    expect(answer.status).to.equal(201);
    expect(answer.body.hasRegistrationDocument).to.equal(false);
  });

  // Proves: unknown-fields-ignored
  it('treats an empty optional field as not filled in, and refuses an empty required one', async () => {
    const answer = await register(formOf({ ...aVehicleInput(), externalId: '' }));
    expect(answer.status).to.equal(201);
    expect(answer.body.externalId).to.equal(null);
    const empty = await register(formOf({ ...aVehicleInput(), brand: '', power: '' }));
    expect(empty.status).to.equal(400);
  });

  it('explains that a document of any size must have a file name', async () => {
    for (const [size, answered] of [
      [LARGEST_DOCUMENT, '400 must be a file, with a file name'],
      [LARGEST_DOCUMENT + 1, '413 undefined'],
    ] as const) {
      const named = part('registrationDocument', 'x'.repeat(size), '\r\nContent-Type: application/pdf');
      const { status, body } = await sendHandMade([...parts(aVehicleInput()), named]);
      expect(`${status} ${body.details?.[0]?.message}`).to.equal(answered);
    }
    const empty = await sendHandMade([...parts(aVehicleInput()), part('registrationDocument', '')]);
    expect(empty.status).to.equal(201);
  });

  // Proves: all-broken-fields-at-once
  it('names unreadable fields together with invalid ones, each once and in the order of the form', async () => {
    const { energy: _, ...input } = aVehicleInput({ type: 'truck', model: ' ', noSeat: 101 });
    const form = formOf({ ...input, year: 'twenty' }, PDF, PDF);
    form.append('brand', 'Peugeot');
    form.append('year', '2020');
    expect(faultsIn(await register(form))).to.deep.equal([
      ...['type must be one of auto, bike', 'brand must be given once', 'model must have 1 to 100 characters'],
      ...['year must be given once', 'energy is required', 'noSeat must be a whole number from 1 to 100'],
      'registrationDocument must be one file',
    ]);
  });

  describe('from an unusual client', () => {
    it('accepts fields that declare a type or an encoding', async () => {
      const heads = '\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit';
      const answer = await sendHandMade(parts(aVehicleInput({ brand: 'Škoda' }), heads));
      expect(answer.status).to.equal(201);
      expect(answer.body.brand).to.equal('Škoda');
    });

    it('stores a document without a type, with any file name, at any place in the header', async () => {
      const names = ['carte name=brand.pdf', 'a; name=%22brand', 'name=brand'].map((name) => `filename="${name}"`);
      for (const called of [...names, "filename*=utf-8''carte%20gris%C3%A9.pdf"])
        for (const head of [`${called}; name="registrationDocument"`, `name="registrationDocument"; ${called}`]) {
          const document = `Content-Disposition: form-data; ${head}\r\n\r\n${PDF}`;
          const answer = await sendHandMade([...parts(aVehicleInput()), document]);
          expect(answer.body, head).to.include({ brand: aVehicleInput().brand, hasRegistrationDocument: true });
        }
    });

    const begun = async (form: string, type = 'multipart/form-data; boundary=cut', length = 10_000_000) => {
      const socket = await connected(api.port);
      const head = `POST /api/v1.0/vehicle HTTP/1.1\r\nHost: x\r\nx-api-key: ${api.key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
      await new Promise((resolve) => socket.write(`${head}${form}`, resolve));
      return socket;
    };

    const third = Array<string>(3).fill(part('registrationDocument', '')).join('\r\n--cut\r\n');
    for (const [what, status, words, content] of [
      ['a third document', 400, 'must be one file', third],
      ['a megabyte of heads', 413, 'payload_too_large', 'a:b\r\n'.repeat(200_000)],
    ] as const)
      it(`refuses ${what} without waiting for the rest, which would fill the memory`, async () => {
        const socket = await begun(`--cut\r\n${content}\r\n--cut\r\n`);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        expect(answer.toString()).to.match(new RegExp(`^HTTP/1.1 ${status}[^]*${words}`));
      });

    it('survives a caller that disconnects in the middle of a file or of JSON', async () => {
      const { body } = handMade([...parts(aVehicleInput()), part('registrationDocument', PDF, '; filename="a.pdf"')]);
      for (const begin of [() => begun(body.slice(0, -20)), () => begun('{"type":', 'application/json', 100)]) {
        const socket = await begin();
        ended.length = 0;
        socket.destroy();
        await once(socket, 'close');
        while (ended.length === 0) await turn();
        expect(ended).to.deep.equal([400]);
        expect((await api.get('/coverage')).status).to.equal(200);
      }
    });
  });
});

describe('a body whose caller disconnects before it is read', () => {
  for (const type of ['application/json', 'multipart/form-data; boundary=cut'])
    it(`is not waited for: ${type}`, async () => {
      const ended: number[] = [];
      const gone = Promise.withResolvers<void>();
      const { dependencies, key } = await inMemory();
      const api = await listening(
        {
          ...dependencies,
          authenticate: (given) => gone.promise.then(() => dependencies.authenticate(given)),
          logRequest: ({ status }) => ended.push(status),
        },
        key,
      );
      const socket = await connected(api.port);
      socket.write(
        `POST /api/v1.0/vehicle HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\n`,
      );
      await api.get('//health/live');
      socket.destroy();
      await once(socket, 'close');
      await api.get('//health/live');
      gone.resolve();
      while (ended.length < 3) await turn();
      expect(ended).to.deep.equal([200, 200, 400]);
      await api.close();
    });
});
