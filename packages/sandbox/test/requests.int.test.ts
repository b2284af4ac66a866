import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { badWorld, blamed, JSON_TYPE, jsonOf, short, type BadWorld } from '../../http/test/bad-input/bad-world.ts';
import { OPERATIONS } from '../../http/test/bad-input/operations.ts';
import { goodValues } from '../../http/test/bad-input/values.ts';
import { openWire, type WireAnswer } from '../../http/test/bad-input/wire.ts';
import { sandboxIn } from './processes/service-process.ts';
import { startSandbox, type Fields, type TestSandbox } from './sandbox.ts';

const WITH_BODY = OPERATIONS.flatMap((operation) => (operation.body ? [{ ...operation, body: operation.body }] : []));

describe('a request to a sandbox', function () {
  this.timeout(60_000);
  let sandbox: TestSandbox;
  let world: BadWorld;
  before(async () => {
    sandbox = await startSandbox();
    const { baseUrl: url = '', apiKey = '', simulators } = sandbox.service.sandbox ?? {};
    const leftBehind = async () => ({
      sessions: ((await (await fetch(`${simulators?.mobileMoney}/sandbox/sessions`)).json()) as Fields[]).length,
      files: readdirSync(join(sandbox.dataDir, 'documents'), { recursive: true }),
    });
    world = await badWorld({ url, apiKey, leftBehind });
  });
  after(async () => {
    world.close();
    await sandbox.stop();
  });

  describe('that violates HTTP', () => {
    let untouched: object;
    before(async () => {
      untouched = await world.traces();
    });
    afterEach(async () => {
      expect(await world.traces()).to.deep.equal(untouched);
    });

    const JSON_OF_7 = 'content-type: application/json\r\ncontent-length: 7\r\n';
    const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n';
    /** Expected response, method, headers and body. */
    const requests: Readonly<Record<string, readonly [expected: string, method: string, head: string, body?: string]>> =
      {
        'with two lengths': ['400 request', 'POST', `${JSON_OF_7}content-length: 5\r\n`, '{"a":1}'],
        'with a length and chunks': ['400 request', 'POST', `${JSON_OF_7}transfer-encoding: chunked\r\n`, '0\r\n\r\n'],
        'with a negative length': ['400 request', 'POST', 'content-length: -7\r\n'],
        'with an unknown encoding': ['400 request', 'POST', 'transfer-encoding: xchunked\r\n'],
        'with a chunk of no size': ['400 request', 'POST', chunked, 'zz\r\n\r\n'],
        'with a huge chunk extension': ['413 payload_too_large', 'POST', chunked, `7;${'x'.repeat(20_000)}\r\n`],
        'with a folded header': ['400 request', 'GET', 'x-a: b\r\n c\r\n'],
        'with NUL in a header': ['400 request', 'GET', 'x-a: b\0c\r\n'],
        'with a line without a colon': ['400 request', 'GET', 'nothing\r\n'],
        'with ten thousand headers': ['431 payload_too_large', 'GET', 'a: b\r\n'.repeat(10_000)],
        'with two keys': ['401 unauthorized', 'GET', 'x-api-key: another\r\n'],
        'that expects something unknown': ['417 request', 'POST', 'expect: banana\r\n'],
        'with an unknown method': ['400 request', 'BREW', ''],
        'with a method that no route accepts': ['405 method_not_allowed', 'TRACE', ''],
        'for a tunnel': ['405 method_not_allowed', 'CONNECT', ''],
      };
    const sendRaw = async (text: string): Promise<WireAnswer> => {
      const wire = await openWire(sandbox.service.url);
      try {
        return await wire.exchange(Buffer.from(text, 'latin1'));
      } finally {
        wire.close();
      }
    };
    const key = () => `host: test\r\nx-api-key: ${sandbox.service.sandbox?.apiKey}\r\n`;

    for (const [what, [expected, method, head, body = '']] of Object.entries(requests))
      it(`is rejected: a request ${what}`, async () => {
        expect(blamed(await sendRaw(`${method} /api/v1.0/vehicle HTTP/1.1\r\n${key()}${head}\r\n${body}`))).to.equal(
          expected,
        );
      });

    // Proves: malformed-request-is-4xx
    it('is rejected if the fault is in its first line, before it or in the missing headers', async () => {
      const versions = ['GET /\0 HTTP/1.1', 'GET /é HTTP/1.1', 'GET /a b HTTP/1.1', 'GET / HTTP/3.0', 'PRI * HTTP/2.0'];
      for (const request of [
        ...[...versions, '\x16\x03\x01\x02\x00'].map((line) => `${line}\r\n${key()}\r\n`),
        'GET /api/v1.0/vehicle HTTP/1.1\r\n\r\n',
        `GET /api/v1.0/vehicle HTTP/1.1\n${key().replaceAll('\r', '')}\n`,
      ])
        expect(blamed(await sendRaw(request)), request).to.equal('400 request');
    });

    // Proves: malformed-request-is-4xx
    it('cannot hide a second request in the first', async () => {
      const hidden = `GET /api/v1.0/vehicle HTTP/1.1\r\n${key()}\r\n`;
      const wire = await openWire(sandbox.service.url);
      const first = `POST /api/v1.0/vehicle HTTP/1.1\r\n${key()}content-type: application/json\r\n`;
      const refused = await wire.exchange(
        `${first}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      );
      expect(blamed(refused)).to.equal('400 request');
      const next = await wire.exchange('').then(String, String);
      expect(next, 'the connection has ended').to.contain('no response');
    });
  });

  describe('is accepted with an unknown field and at each bound or with odd values of a field:', () => {
    /** Revokes the key, and moves the clock until the company may issue another. */
    const makeRoomForKey = async (issued: string): Promise<void> => {
      const { baseUrl, apiKey } = sandboxIn(sandbox.dataDir);
      const post = (path: string, body: object) =>
        fetch(new URL(path, baseUrl), {
          method: 'POST',
          headers: { ...JSON_TYPE, 'x-api-key': apiKey },
          body: JSON.stringify(body),
        });
      const { id } = JSON.parse(issued) as { readonly id: string };
      expect((await post(`/api/v1.0/key/${id}/revoke`, {})).status).to.equal(200);
      expect((await post('/sandbox/clock', { advance: 'PT1H' })).status).to.equal(200);
    };
    const unknown = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
    for (const operation of WITH_BODY)
      for (const field of operation.body)
        // Proves: vehicle-bounds, text-normalised
        it(`${operation.name}: ${field.name}`, async () => {
          for (const value of goodValues(field)) {
            const { status, text } = await world.send({
              method: operation.method,
              path: world.pathOf(operation),
              headers: JSON_TYPE,
              body: jsonOf({ ...world.bodyOf(operation), unknown, [field.name]: value }),
            });
            expect(status, `${short(value)}: ${text}`).to.be.within(200, 299);
            await world.forgetExternalId(text);
            if (operation.name === 'issueOwnKey') await makeRoomForKey(text);
          }
        });
  });

  describe('for its clock', () => {
    // Proves: clock-requires-token
    it('is allowed for programs on this machine, and for others only with the token of sandbox.json', async () => {
      const ask = async (headers: Readonly<Record<string, string>> = {}) =>
        (await fetch(new URL('/sandbox/clock', sandbox.service.url), { headers })).status;
      const { apiKey, clockToken = '' } = sandboxIn(sandbox.dataDir);
      const forwarded = { 'x-forwarded-for': '127.0.0.1' };
      expect([await ask(), await ask({ ...forwarded, 'x-sandbox-token': clockToken })]).to.deep.equal([200, 200]);
      expect([await ask(forwarded), await ask({ ...forwarded, 'x-api-key': apiKey })]).to.deep.equal([401, 401]);
    });
  });
});
