import { Err, Ok, StoreUnavailable } from '@vehicle-insurance/core';
import { aVehicleInput, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { formOf, listening, servedForAll, servedWith, type ApiResponse } from '../serving.ts';

const PDF = '%PDF-1.7 made by a test';
const PAYER = { phoneNumber: '0701020304' };
const REUSED = [422, 'idempotency_key_reused'];
let made = 0;
const newKey = (): string => `key-${(made += 1)}`;

const codeOf = ({ status, body }: ApiResponse) => [status, body.code];
const isReplayed = ({ headers }: ApiResponse): boolean => headers.get('idempotent-replayed') === 'true';

describe('a POST with an idempotency key', () => {
  const api = servedForAll();
  afterEach(() => expect(api.errorReporter.all).to.deep.equal([]));

  const post = (key: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    api.submit('POST', path, body, { 'idempotency-key': key, ...headers });
  const aQuote = async () => (await api.storeQuote()).quote;
  const newQuote = async () => ({
    ...{ vehicleId: (await aQuote()).vehicleId, duration: 12, usage: 'pleasure', startDate: '2026-03-01' },
    ...{ policyHolderName: 'Awa Koné', policyHolderPhone: '0701020304' },
    coverageId: (await api.get('/coverage')).text.match(/"id":"([^"]+)"/)?.[1],
  });
  const vehicles = async (): Promise<number> => (await api.get('/vehicle?limit=1')).body.total;

  const expectReplayed = async (ask: () => Promise<ApiResponse>, status: number): Promise<ApiResponse> => {
    const first = await ask();
    expect(first.status, first.text).to.equal(status);
    expect(isReplayed(first)).to.equal(false);
    for (let n = 0; n < 2; n += 1) {
      const again = await ask();
      expect(again).to.include({ status, text: first.text });
      expect(isReplayed(again)).to.equal(true);
      for (const name of ['content-type', 'content-length', 'cache-control'])
        expect(again.headers.get(name), name).to.equal(first.headers.get(name));
      expect(again.headers.get('x-request-id')).to.not.equal(first.headers.get('x-request-id'));
    }
    return first;
  };

  // Proves: one-key-one-effect
  it('creates one object and repeats the first response, on every endpoint that creates', async () => {
    const before = await vehicles();
    const [vehicle, withDocument, quote, unpaid] = [aVehicleInput(), aVehicleInput(), await newQuote(), await aQuote()];
    const [a, b, c, d] = [newKey(), newKey(), newKey(), newKey()];
    await expectReplayed(() => post(a, '/vehicle', vehicle), 201);
    const kept = api.documents.keys().length;
    await expectReplayed(() => post(b, '/vehicle', formOf(withDocument, PDF)), 201);
    expect(api.documents.keys()).to.have.length(kept + 1);
    // Two of these vehicles belong to the quotes.
    expect(await vehicles()).to.equal(before + 4);
    const { body } = await expectReplayed(() => post(c, '/quote/create', quote), 201);
    expect((await api.get(`/quote?vehicleId=${quote.vehicleId}`)).body.data.map(({ id }) => id)).to.include(body.id);
    expect((await api.get(`/quote?vehicleId=${quote.vehicleId}`)).body.total).to.equal(2);
    const paid = await expectReplayed(() => post(d, `/quote/${unpaid.id}/pay`, PAYER), 201);
    expect(api.mobileMoney.sessions().filter(({ reference }) => reference === paid.body.id)).to.have.length(1);
  });

  it('repeats the first refusal, even if the request would be accepted now', async () => {
    const [a, b, c] = [newKey(), newKey(), newKey()];
    const vehicle = aVehicleInput({ licencePlate: 'IDEM-1', externalId: 'idem' });
    const { body: first } = await api.send('POST', '/vehicle', vehicle);
    const taken = { ...vehicle, licencePlate: 'IDEM-2' };
    await expectReplayed(() => post(a, '/vehicle', taken), 409);
    await api.send('PATCH', `/vehicle/${first.id}`, { externalId: null });
    await expectReplayed(() => post(b, '/vehicle', { ...taken, year: 1 }), 400);
    expect(isReplayed(await post(a, '/vehicle', taken))).to.equal(true);
    expect((await post(newKey(), '/vehicle', taken)).status).to.equal(201);
    await expectReplayed(() => post(c, '/quote/nobody/pay', PAYER), 404);
  });

  it('is the same request in any format of its body', async () => {
    const key = newKey();
    const { type, ...rest } = aVehicleInput({ brand: 'Citroën' });
    const { text } = await post(key, '/vehicle', { type, ...rest });
    const escaped = JSON.stringify({ ...rest, type }, null, 2).replace('ë', '\\u00eb');
    for (const same of [await post(key, '/vehicle', escaped), await post(`"${key}"`, '/vehicle', { ...rest, type })])
      expect([same.text, isReplayed(same)]).to.deep.equal([text, true]);

    const forms = newKey();
    const fields = aVehicleInput();
    await post(forms, '/vehicle', formOf(fields, PDF));
    const renamed = formOf(fields);
    renamed.append('registrationDocument', new Blob([PDF]), 'the same file.pdf');
    expect(isReplayed(await post(forms, '/vehicle', renamed))).to.equal(true);
  });

  // Proves: one-key-one-effect
  it('is refused if the key was used for another request', async () => {
    const key = newKey();
    const vehicle = aVehicleInput();
    await post(key, '/vehicle', formOf(vehicle, PDF));
    for (const other of [
      await post(key, '/vehicle', formOf(vehicle, `${PDF} `)),
      await post(key, '/vehicle', formOf({ ...vehicle, noSeat: 6 }, PDF)),
      await post(key, '/vehicle', vehicle),
      await post(key, '/vehicle', { ...vehicle, colour: 'red' }),
      await post(key, `/quote/${(await aQuote()).id}/pay`, PAYER),
    ])
      expect(codeOf(other)).to.deep.equal(REUSED);
    const toPay = newKey();
    await post(toPay, `/quote/${(await aQuote()).id}/pay`, PAYER);
    expect(codeOf(await post(toPay, `/quote/${(await aQuote()).id}/pay`, PAYER))).to.deep.equal(REUSED);
  });

  // Proves: one-key-one-effect
  it('does not affect the same key of another company', async () => {
    const [key, vehicle] = [newKey(), aVehicleInput()];
    const stranger = await storedCompany(api.unitOfWork);
    const authenticate = async () => Ok({ companyId: stranger.id, keyId: 'key' });
    const elsewhere = await listening({ ...api.dependencies, authenticate }, 'any');
    const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
    const ask = (caller: { readonly call: typeof api.call }, body: object) =>
      caller.call('POST', '/vehicle', { body: JSON.stringify(body), headers });
    const mine = await ask(api, vehicle);
    for (const body of [vehicle, { ...vehicle, noSeat: 6 }]) {
      const theirs = await ask(elsewhere, body);
      expect(isReplayed(theirs)).to.equal(false);
      expect(codeOf(theirs)).to.deep.equal(body === vehicle ? [201, undefined] : REUSED);
    }
    const again = await ask(api, vehicle);
    expect([again.text, isReplayed(again)]).to.deep.equal([mine.text, true]);
    await elsewhere.close();
  });

  // Proves: request-in-progress
  it('is refused at once, with Retry-After, while the first request with its key is in progress', async () => {
    const [key, { id }] = [newKey(), await aQuote()];
    const release = api.mobileMoney.holdOpenings();
    const pay = () => post(key, `/quote/${id}/pay`, PAYER);
    const both = [pay(), pay()];
    const other = await Promise.race(both);
    expect(codeOf(other)).to.deep.equal([409, 'request_in_progress']);
    expect(other.headers.get('retry-after')).to.equal('1');
    expect(codeOf(await post(key, `/quote/${id}/pay`, { phoneNumber: '0501020304' }))).to.deep.equal(REUSED);
    release();
    const [first] = (await Promise.all(both)).filter(({ status }) => status === 201);
    const again = await pay();
    expect([again.text, isReplayed(again)]).to.deep.equal([first?.text, true]);
  });

  // Proves: request-in-progress, paused-is-503, 502-payment-provider-unavailable
  // Proves: 502-storage-unavailable, register-unstorable-creates-nothing
  it('does not repeat a refusal that may be temporary', async () => {
    const [key, other, { id }] = [newKey(), newKey(), await aQuote()];
    api.mobileMoney.scriptNextOpening('refused');
    const pay = (as: string) => post(as, `/quote/${id}/pay`, PAYER);
    expect(codeOf(await pay(key))).to.deep.equal([502, 'payment_provider_unavailable']);
    const opened = await pay(key);
    expect([opened.status, isReplayed(opened)]).to.deep.equal([201, false]);

    for (let n = 0; n < 2; n += 1) {
      const waiting = await pay(other);
      expect(codeOf(waiting)).to.deep.equal([409, 'payment_in_progress']);
      expect(isReplayed(waiting)).to.equal(false);
    }
    const paused = await aQuote();
    api.mobileMoney.accept(false);
    const unavailable = await post(newKey(), `/quote/${paused.id}/pay`, PAYER);
    api.mobileMoney.accept(true);
    expect(codeOf(unavailable)).to.deep.equal([503, 'payment_unavailable']);
    expect(unavailable.headers.get('retry-after')).to.equal('60');
    const [stored, registration] = [newKey(), aVehicleInput()];
    api.documents.break();
    expect(codeOf(await post(stored, '/vehicle', formOf(registration, PDF)))).to.deep.equal([
      502,
      'storage_unavailable',
    ]);
    api.documents.repair();
    const registered = await post(stored, '/vehicle', formOf(registration, PDF));
    expect([registered.status, isReplayed(registered)]).to.deep.equal([201, false]);
  });

  it('leaves its key unused if it is refused before it is processed', async () => {
    const [key, vehicle] = [newKey(), aVehicleInput()];
    const refused = [
      await post(key, '/vehicle', vehicle, { 'x-api-key': 'nobody' }),
      await post(key, '/vehicle', 'x'.repeat(1024 * 1024 + 1)),
      await post(key, '/vehicle', formOf(vehicle, 'x'.repeat(10 * 1024 * 1024 + 1))),
      await post(key, '/vehicle', 'brand=Toyota', { 'content-type': 'application/x-www-form-urlencoded' }),
      await post(key, '/vehicle', '{'),
    ];
    expect(refused.map(({ status }) => status)).to.deep.equal([401, 413, 413, 415, 400]);
    expect(refused.some(isReplayed)).to.equal(false);
    expect((await post(key, '/vehicle', vehicle)).status).to.equal(201);
  });

  it('accepts a body of the greatest allowed depth', async () => {
    const [key, vehicle] = [newKey(), aVehicleInput()];
    const deep = `${JSON.stringify(vehicle).slice(0, -1)},"deep":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
    await expectReplayed(() => post(key, '/vehicle', deep), 201);
  });

  it('is the only kind of request that uses the key: GET and PATCH ignore even an invalid one', async () => {
    const { id } = (await api.send('POST', '/vehicle', aVehicleInput())).body;
    const headers = { 'idempotency-key': 'no "key"', 'content-type': 'application/json' };
    expect((await api.get('/coverage', { headers })).status).to.equal(200);
    const change = { headers, body: '{"externalId":null}' };
    expect((await api.call('PATCH', `/vehicle/${id}`, change)).status).to.equal(200);
  });
});

describe('a POST that is repeated', () => {
  it('creates its object under the same id after its response was lost inside the service', async () => {
    const ids: (string | undefined)[] = [];
    const api = await servedWith({
      payQuote: async ({ id }) => {
        ids.push(id);
        throw new StoreUnavailable('lost at the very end');
      },
    });
    for (const key of ['one', 'one', 'two', undefined]) {
      const headers = { ...(key !== undefined && { 'idempotency-key': key }) };
      const answer = await api.submit('POST', '/quote/q/pay', PAYER, headers);
      expect([answer.status, isReplayed(answer)]).to.deep.equal([503, false]);
    }
    expect(ids[0]).to.be.a('string').and.to.equal(ids[1]).and.to.not.equal(ids[2]);
    expect(ids[3], 'without a key').to.equal(undefined);
    await api.close();
  });

  it('is processed again with a new API key if the previous one was revoked while it was used', async () => {
    let calls = 0;
    const api = await servedWith({
      payQuote: async () => Err({ code: (calls += 1) === 1 ? 'unauthorized' : 'quote_not_found' } as never),
    });
    const key = newKey();
    const pay = () => api.submit('POST', '/quote/q/pay', PAYER, { 'idempotency-key': key });
    expect(codeOf(await pay())).to.deep.equal([401, 'unauthorized']);
    expect(codeOf(await pay())).to.deep.equal([404, 'quote_not_found']);
    await api.close();
  });

  it('is processed again once the limit on opened payments has passed', async () => {
    const refused = { code: 'rate_limited', what: 'openings_of_payer', retryAfter: 7 } as const;
    const key = newKey();
    let calls = 0;
    const api = await servedWith({
      payQuote: async () => Err((calls += 1) === 1 ? refused : { code: 'quote_not_found' }),
    });
    const pay = () => api.submit('POST', '/quote/q/pay', PAYER, { 'idempotency-key': key });
    const limited = await pay();
    expect([limited.status, limited.headers.get('retry-after')]).to.deep.equal([429, '7']);
    expect(codeOf(await pay())).to.deep.equal([404, 'quote_not_found']);
    await api.close();
  });
});
