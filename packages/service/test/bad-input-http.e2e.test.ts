import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { blamed, jsonOf, openBadWorld, type BadWorld } from './bad-input/bad-world.ts';
import { OPERATIONS } from './bad-input/operations.ts';
import { openWire, type WireAnswer } from './bad-input/wire.ts';

const DEEP = '['.repeat(1_000_000);
const CHARSETS = ['', '; charset=utf-8', '; charset=utf-16', '; charset=latin1', '; charset=\\"'];

describe('every request', function () {
  this.timeout(60_000);
  let world: BadWorld;
  let untouched: object;
  before(async () => {
    world = await openBadWorld();
    untouched = await world.traces();
  });
  after(() => world.stop());
  afterEach(async () => {
    expect(await world.traces()).to.deep.equal(untouched);
  });

  describe('with a body', () => {
    const bodies: Readonly<Record<string, (good: string) => string | Uint8Array>> = {
      'cut short': (good) => good.slice(0, -1),
      'with something behind it': (good) => `${good}{}`,
      'in an array': (good) => `[${good}]`,
      'in quotes': (good) => JSON.stringify(good),
      'that is null': () => 'null',
      'that is a number': () => '1e308',
      'that is no JSON': () => 'vehicle=1',
      'in single quotes': (good) => good.replaceAll('"', "'"),
      'with a comment': (good) => `/* all good */${good}`,
      'of blanks': () => ' '.repeat(1_000),
      'nested a million deep': () => DEEP,
      'in UTF-16': (good) => Buffer.from(good, 'utf16le'),
      'in UTF-16 with a mark': (good) => Buffer.from(`\ufeff${good}`, 'utf16le'),
      'in Latin-1': (good) => Buffer.from(good.replace('{', '{"é":1,'), 'latin1'),
      'with a surrogate as bytes': (good) => Buffer.from(good.replace('{', '{"\xed\xa0\x80":1,'), 'latin1'),
      'with an overlong slash': (good) => Buffer.from(good.replace('{', '{"\xc0\xaf":1,'), 'latin1'),
    };
    for (const operation of OPERATIONS.filter(({ body }) => body)) {
      const send = (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
        world.send({ method: operation.method, path: world.pathOf(operation), headers, body });
      const good = () => jsonOf(world.bodyOf(operation));

      for (const [what, make] of Object.entries(bodies))
        it(`${what} is refused by ${operation.name}`, async () => {
          const body = make(good());
          for (const charset of body.length > 10_000 ? [''] : CHARSETS)
            expect(blamed(await send(body, { 'content-type': `application/json${charset}` })), charset).to.equal(
              '400 body',
            );
        });

      it(`of another type is refused by ${operation.name}`, async () => {
        const types = [
          'text/plain',
          'text/json',
          'application/xml',
          'application/x-www-form-urlencoded',
          'json',
          '*/*',
          '',
          ';',
        ];
        for (const type of [
          ...types,
          'application/json, text/plain',
          'application/jsonp',
          '__proto__',
          'x'.repeat(8_000),
        ])
          expect(blamed(await send(good(), { 'content-type': type })), type).to.equal('415 unsupported_media_type');
        expect(blamed(await send(good(), {})), 'none').to.equal('415 unsupported_media_type');
        if (!operation.form)
          expect(blamed(await send(good(), { 'content-type': 'multipart/form-data; boundary=a' }))).to.equal(
            '415 unsupported_media_type',
          );
      });

      it(`that is compressed is refused by ${operation.name}`, async () => {
        for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip', 'banana'])
          expect(
            blamed(await send(gzipSync(good()), { 'content-type': 'application/json', 'content-encoding': encoding })),
          ).to.equal('415 unsupported_media_type');
      });

      it(`that is missing or too large is refused by ${operation.name}`, async () => {
        const json = { 'content-type': 'application/json' };
        expect(blamed(await send('', json))).to.equal('400 body');
        expect(blamed(await send('', { ...json, 'content-length': '0' }))).to.equal('400 body');
        const large = good().replace('{', `{"x":"${'x'.repeat(1024 * 1024)}",`);
        expect(blamed(await send(large, json))).to.equal('413 payload_too_large');
      });
    }
  });

  describe('that HTTP itself has something against', () => {
    const JSON_OF_7 = 'content-type: application/json\r\ncontent-length: 7\r\n';
    const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n';
    /** Request line, headers and body; `{}` stands for the path of the API. */
    const requests: Readonly<Record<string, readonly [expected: string, method: string, head: string, body?: string]>> =
      {
        'with two lengths': ['400 request', 'POST', `${JSON_OF_7}content-length: 5\r\n`, '{"a":1}'],
        'with the same length twice': ['400 request', 'POST', `${JSON_OF_7}content-length: 7\r\n`, '{"a":1}'],
        'with a length and chunks': ['400 request', 'POST', `${JSON_OF_7}transfer-encoding: chunked\r\n`, '0\r\n\r\n'],
        'with a negative length': ['400 request', 'POST', 'content-length: -7\r\n'],
        'with a length that is no number': ['400 request', 'POST', 'content-length: +7\r\n'],
        'with a length no number can hold': ['400 request', 'POST', `content-length: ${'9'.repeat(30)}\r\n`],
        'with an encoding nobody knows': ['400 request', 'POST', 'transfer-encoding: xchunked\r\n'],
        'with chunks that are not the last encoding': [
          '400 request',
          'POST',
          'transfer-encoding: chunked, identity\r\n',
        ],
        'with a chunk of no size': ['400 request', 'POST', chunked, 'zz\r\n\r\n'],
        'with a chunk of a negative size': ['400 request', 'POST', chunked, '-1\r\n\r\n'],
        'with a chunk no memory can hold': ['400 request', 'POST', chunked, `${'f'.repeat(30)}\r\n\r\n`],
        'with too much beside its chunks': ['413 payload_too_large', 'POST', chunked, `7;${'x'.repeat(20_000)}\r\n`],
        'with a folded header': ['400 request', 'GET', 'x-a: b\r\n c\r\n'],
        'with NUL in a header': ['400 request', 'GET', 'x-a: b\0c\r\n'],
        'with a control character in a header': ['400 request', 'GET', 'x-a: b\x7fc\r\n'],
        'with a blank before a colon': ['400 request', 'GET', 'x-a : b\r\n'],
        'with a line without a colon': ['400 request', 'GET', 'nothing\r\n'],
        'with a megabyte of header': ['431 payload_too_large', 'GET', `x-a: ${'x'.repeat(1_000_000)}\r\n`],
        'with ten thousand headers': ['431 payload_too_large', 'GET', 'a: b\r\n'.repeat(10_000)],
        'with two keys': ['401 unauthorized', 'GET', 'x-api-key: another\r\n'],
        'that expects what nobody knows': ['417 request', 'POST', 'expect: banana\r\n'],
        'by a method nobody knows': ['400 request', 'BREW', ''],
        'by a method nothing takes': ['405 method_not_allowed', 'TRACE', ''],
        'for a tunnel': ['405 method_not_allowed', 'CONNECT', ''],
      };
    const sendRaw = async (text: string): Promise<WireAnswer> => {
      const wire = await openWire(world.sandbox.service.url);
      try {
        return await wire.exchange(Buffer.from(text, 'latin1'));
      } finally {
        wire.close();
      }
    };
    const key = () => `host: test\r\nx-api-key: ${world.sandbox.service.sandbox?.apiKey}\r\n`;

    for (const [what, [expected, method, head, body = '']] of Object.entries(requests))
      it(`${what} is refused`, async () => {
        expect(blamed(await sendRaw(`${method} /api/v1.0/vehicle HTTP/1.1\r\n${key()}${head}\r\n${body}`))).to.equal(
          expected,
        );
      });

    it('in its first line, or before, is refused', async () => {
      const lines = [
        'GET /\0 HTTP/1.1',
        'GET /é HTTP/1.1',
        'GET /a b HTTP/1.1',
        'GET / HTTP/3.0',
        'PRI * HTTP/2.0',
        '\x16\x03\x01\x02\x00',
      ];
      for (const line of lines) expect(blamed(await sendRaw(`${line}\r\n${key()}\r\n`)), line).to.equal('400 request');
      expect(blamed(await sendRaw('GET /api/v1.0/vehicle HTTP/1.1\r\n\r\n')), 'no host').to.equal('400 request');
      expect(blamed(await sendRaw(`GET /api/v1.0/vehicle HTTP/1.1\n${key().replaceAll('\r', '')}\n`))).to.equal(
        '400 request',
      );
    });

    it('is never a second request that hides in the first', async () => {
      const hidden = `GET /api/v1.0/vehicle HTTP/1.1\r\n${key()}\r\n`;
      const wire = await openWire(world.sandbox.service.url);
      const first = `POST /api/v1.0/vehicle HTTP/1.1\r\n${key()}content-type: application/json\r\n`;
      const refused = await wire.exchange(
        `${first}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      );
      expect(blamed(refused)).to.equal('400 request');
      const next = await wire.exchange('').then(String, String);
      expect(next, 'the connection has ended').to.contain('no answer');
    });
  });
});
