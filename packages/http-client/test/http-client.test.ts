import { setTimeout } from 'node:timers/promises';
import {
  httpClient,
  providerResponse,
  type HttpResult,
  type HttpClient,
  type HttpClientOptions,
  type JsonRequest,
} from '@vehicle-insurance/http-client';
import { cut, offeredProtocols, scriptedServer, json, silence, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { failureOf } from '../src/http-client.ts';

const READ: JsonRequest = { method: 'GET', path: '/balance', within: 10_000 };
const IMPATIENT = 100;
const RESPONSE = { got: 'response', location: null, type: 'application/json' };

describe('httpClient', () => {
  let server: ScriptedServer;
  const opened: HttpClient[] = [];

  before(async () => {
    server = await scriptedServer();
  });
  after(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await server.close();
  });

  const client = (over: Partial<HttpClientOptions> = {}): HttpClient => {
    const made = httpClient({ baseUrl: `${server.url}/v1/`, ...over });
    opened.push(made);
    return made;
  };
  const lastRequest = () => server.asked.at(-1);

  /** Writes without end, as fast as it is read; resolves when the connection is closed. */
  const endless = (): Promise<void> => {
    const closed = Promise.withResolvers<void>();
    server.answer((response) => {
      response.writeHead(200);
      response.on('close', closed.resolve);
      const more = (): void => {
        while (response.writable && response.write('x'.repeat(65_536)));
        if (response.writable) response.once('drain', more);
      };
      more();
    });
    return closed.promise;
  };

  describe('for JSON', () => {
    it('returns the pause that the system requests with Retry-After', async () => {
      server.answer(json(429, {}, { 'retry-after': '30' }));
      expect(await client().send(READ)).to.include({ status: 429, retryAfter: 30_000 });
      // A date is relative to the other system's clock, even if that clock is wrong.
      const [date, later] = ['Thu, 01 Jan 2015 08:00:00 GMT', 'Thu, 01 Jan 2015 08:01:00 GMT'];
      server.answer(json(429, {}, { date, 'retry-after': later }));
      expect(await client().send(READ)).to.include({ retryAfter: 60_000 });
      server.answer(json(429, {}, { 'retry-after': 'soon' }));
      expect(await client().send(READ)).to.not.have.property('retryAfter');
    });

    it('sends its user agent, and a body with the headers computed from its exact bytes', async () => {
      server.answer(json(200, { paid: 1 }));
      const headers = (raw: string) => ({ signature: `of ${raw}` });
      const answer = await client({ headers }).send({ ...READ, method: 'POST', body: { amount: 5 } });
      expect(answer).to.deep.equal({ ...RESPONSE, status: 200, isEmpty: false, body: { paid: 1 } });
      expect(lastRequest()).to.include({ method: 'POST', url: '/v1/balance', body: '{"amount":5}' });
      expect(lastRequest()?.headers).to.include({
        ...{ accept: 'application/json', 'content-type': 'application/json' },
        ...{ 'user-agent': 'vehicle-insurance', signature: 'of {"amount":5}' },
      });
    });

    it('sends a form, and headers of one request only', async () => {
      const { send } = client({ headers: () => ({ 'x-own': 'every' }) });
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      await send({ ...READ, method: 'POST', body, headers: { 'x-own': 'this', 'x-reference-id': '1' } });
      expect(lastRequest()).to.include({ body: 'grant_type=client_credentials' });
      expect(lastRequest()?.headers).to.include({
        ...{ 'content-type': 'application/x-www-form-urlencoded', 'x-own': 'this', 'x-reference-id': '1' },
      });
      await send(READ);
      expect(lastRequest()?.headers).to.include({ 'x-own': 'every' }).and.not.have.property('x-reference-id');
    });

    it('reuses its connection, except for a request that requires a new one', async () => {
      const ports: (number | undefined)[] = [];
      server.answer((response) => {
        ports.push(response.socket?.remotePort);
        json(200, {})(response);
      });
      const one = client();
      for (const over of [{}, { fresh: false }, { fresh: true }, { fresh: true }]) {
        await one.send({ ...READ, ...over });
        // A connection is free again shortly after its response.
        await setTimeout(10);
      }
      expect(new Set(ports.slice(0, 2)).size).to.equal(1);
      expect(new Set(ports).size).to.equal(3);
      expect(lastRequest()?.headers).to.include({ connection: 'close' });
    });

    it('does not offer HTTP/2, in which requests share a connection', async () => {
      for (const fresh of [false, true]) {
        const ask = (baseUrl: string) => client({ baseUrl }).send({ ...READ, fresh });
        expect(await offeredProtocols(ask)).to.deep.equal(['http/1.1']);
      }
    });

    for (const [what, text] of Object.entries({ 'not JSON': '<html>', empty: '', 'cut short': '{"paid":' }))
      it(`returns the status of a response that is ${what}`, async () => {
        server.answer(json(418, text));
        const expected = { ...RESPONSE, status: 418, isEmpty: text === '', body: undefined };
        expect(await client().send(READ)).to.deep.equal(expected);
      });

    it('reads JSON after a byte order mark', async () => {
      server.answer(json(200, '\uFEFF{"paid":1}'));
      expect(await client().send(READ)).to.deep.include({ body: { paid: 1 } });
    });

    it('reads an endless response only up to its limit', async () => {
      const closed = endless();
      expect(await client().send(READ)).to.deep.include({ status: 200, isEmpty: false, body: undefined });
      await closed;
    });
  });

  describe('for each kind of request:', () => {
    const ways: Readonly<
      Record<string, (within?: number, options?: Partial<HttpClientOptions>) => Promise<HttpResult>>
    > = {
      send: (within = 10_000, options = {}) => client(options).send({ ...READ, within }),
      download: (within = 10_000, { baseUrl = server.url } = {}) =>
        client().download({ url: `${baseUrl}/a.png`, within, limit: 100 }),
    };
    for (const [way, ask] of Object.entries(ways)) {
      it(`${way} follows no redirect, but returns its location`, async () => {
        const before = server.asked.length;
        server.answer(json(307, {}, { location: '/elsewhere' }));
        expect(await ask()).to.include({ got: 'response', status: 307, location: '/elsewhere' });
        expect(server.asked).to.have.length(before + 1);
      });

      it(`${way} times out while it waits for a response, and for the rest of one`, async () => {
        server.answer(silence);
        expect(await ask(IMPATIENT)).to.deep.equal({ got: 'time-out' });
        server.answer((response) => {
          response.writeHead(200);
          response.write('{');
        });
        expect(await ask(IMPATIENT)).to.deep.equal({ got: 'time-out' });
      });

      it(`${way} does not resend when the connection breaks, before or in the middle of the response`, async () => {
        const before = server.asked.length;
        server.answer(cut);
        expect(await ask()).to.include({ got: 'broken connection', code: 'UND_ERR_SOCKET' });
        server.answer((response) => {
          response.writeHead(200, { 'content-length': '1000' });
          response.write('{"id":', () => response.socket?.destroy());
        });
        expect(await ask()).to.include({ got: 'broken connection' });
        expect(server.asked).to.have.length(before + 2);
      });

      it(`${way} distinguishes a refused connection from an invalid address`, async () => {
        const gone = await scriptedServer();
        await gone.close();
        const refused = { got: 'no connection', code: 'ECONNREFUSED' };
        expect(await ask(10_000, { baseUrl: gone.url })).to.deep.equal(refused);
        expect(await ask(10_000, { baseUrl: 'no address' })).to.include({ got: 'broken connection' });
      });
    }
  });

  describe('for a file', () => {
    it('returns the bytes unchanged, and does not send our credentials', async () => {
      server.answer((response) => void response.end(Buffer.from([0, 255, 10])));
      const headers = () => ({ authorization: 'Bearer key' });
      const answer = await client({ headers }).download({ url: `${server.url}/a.png`, within: 10_000, limit: 3 });
      expect(answer).to.deep.include({ got: 'response', status: 200, body: new Uint8Array([0, 255, 10]) });
      expect(lastRequest()?.headers).to.not.have.property('authorization');
    });

    it('reads no more than its limit', async () => {
      const closed = endless();
      const answer = await client().download({ url: `${server.url}/a.png`, within: 10_000, limit: 1_000 });
      expect(answer).to.deep.include({ got: 'response', status: 200, body: undefined });
      await closed;
    });
  });

  it('calls paths below its address, with or without trailing slashes, and sends a content type only with a body', async () => {
    server.answer(json(200, {}));
    const headers = (raw: string) => ({ signature: `[${raw}]` });
    for (const request of [{ fresh: true }, { fresh: false }, { method: 'POST' } as const]) {
      await client({ baseUrl: `${server.url}/v1//`, headers }).send({ ...READ, ...request });
      expect(lastRequest()).to.include({ url: '/v1/balance', body: '' });
      expect(lastRequest()?.headers).to.include({ signature: '[]' }).and.not.have.property('content-type');
    }
  });

  it('removes secrets of eight letters and more from the stored response, but not from the body', async () => {
    const note = 'the key is sk-live8, and the pin is sk-liv7';
    server.answer(json(200, { note }));
    const answer = await client({ secrets: ['sk-live8', 'sk-liv7', 'key'] }).send(READ);
    expect(answer).to.deep.include({ body: { note } });
    const stored = { note: 'the key is …, and the pin is sk-liv7' };
    expect(providerResponse(answer)).to.deep.equal({ status: 200, body: stored });
  });

  it('removes a secret whose characters the response escapes, from texts and from names of fields', async () => {
    const secret = 'clé/"7f3a"\\9c1e';
    const escaped = [...secret].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    for (const repeated of [escaped, JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')]) {
      server.answer((response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"said":"no ${repeated} here","of":{"${repeated}":1}}`),
      );
      const answer = await client({ secrets: [secret] }).send(READ);
      expect(answer).to.deep.include({ body: { said: `no ${secret} here`, of: { [secret]: 1 } } });
      expect(providerResponse(answer)).to.deep.equal({ status: 200, body: { said: 'no … here', of: { '…': 1 } } });
    }
  });

  it('stores nothing of a response that it cannot clean of secrets, and reads no JSON nested too deeply', async () => {
    server.answer((response) => response.end('{"said":"\\nk-7f3a9c1e5b"}'));
    const answer = await client({ secrets: ['nk-7f3a9c1e5b'] }).send(READ);
    expect(answer).to.deep.include({ body: { said: '\nk-7f3a9c1e5b' } });
    expect(providerResponse(answer)).to.deep.equal({ status: 200, body: '…' });
    server.answer((response) => response.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`));
    expect(await client().send(READ)).to.deep.include({ got: 'response', status: 200, body: undefined });
  });

  it('closes the connection after a download, and sends its user agent with it', async () => {
    const ports: (number | undefined)[] = [];
    server.answer((response) => {
      ports.push(response.socket?.remotePort);
      response.end('a file');
    });
    const one = client();
    for (let count = 0; count < 2; count += 1)
      await one.download({ url: `${server.url}/a.png`, within: 10_000, limit: 1_000 });
    expect(new Set(ports).size).to.equal(2);
    expect(lastRequest()?.headers).to.include({ 'user-agent': 'vehicle-insurance' });
  });

  it('recognises time-outs and refused connections by their codes', () => {
    const failure = (code: string) => failureOf(Object.assign(new Error(`a secret in ${code}`), { code }));
    for (const code of ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])
      expect(failure(code)).to.deep.equal({ got: 'time-out', code });
    expect(failure('ECONNREFUSED')).to.deep.equal({ got: 'no connection', code: 'ECONNREFUSED' });
    for (const code of ['ECONNRESET', 'UND_ERR_SOCKET', '', 'EPIPE'])
      expect(failure(code)).to.deep.equal({ got: 'broken connection', code });
  });

  it('sends nothing after it is closed', async () => {
    const closed = httpClient({ baseUrl: server.url });
    await closed.close();
    const before = server.asked.length;
    for (const fresh of [false, true])
      expect(await closed.send({ ...READ, fresh })).to.have.property('got', 'broken connection');
    expect(server.asked.length).to.equal(before);
  });

  it('completes the requests in progress before it closes', async () => {
    server.answer((response) => void setTimeout(50).then(() => json(200, { paid: 1 })(response)));
    const closing = httpClient({ baseUrl: server.url });
    const answers = [closing.send(READ), closing.send({ ...READ, fresh: true })];
    await closing.close();
    for (const answer of await Promise.all(answers)) expect(answer).to.deep.include({ body: { paid: 1 } });
  });

  it('stores the response for a dispute, without personal data and without the request', async () => {
    server.answer(json(402, { code: 'no-funds', payer_name: 'Awa', note: 'call +2250701020304' }));
    const stored = { status: 402, body: { code: 'no-funds', note: 'call …' } };
    expect(providerResponse(await client().send(READ))).to.deep.equal(stored);
    server.answer(json(200, ''));
    expect(providerResponse(await client().send(READ))).to.deep.equal({ status: 200, body: null });
    server.answer(cut);
    expect(providerResponse(await client().send(READ))).to.deep.equal({ got: 'broken connection' });
  });
});
