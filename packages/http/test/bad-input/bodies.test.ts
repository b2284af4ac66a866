import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { badApiForAll } from './bad-api.ts';
import { blamed, jsonOf } from './bad-world.ts';
import { OPERATIONS } from './operations.ts';

const DEEP = '['.repeat(1_000_000);
const CHARSETS = ['', '; charset=utf-8', '; charset=utf-16', '; charset=latin1', '; charset=\\"'];

describe('a body', function () {
  this.timeout(60_000);
  const { world, expectUntouched } = badApiForAll();
  afterEach(expectUntouched);

  const bodies: Readonly<Record<string, (good: string) => string | Uint8Array>> = {
    'cut short': (good) => good.slice(0, -1),
    'followed by something': (good) => `${good}{}`,
    'in an array': (good) => `[${good}]`,
    'in quotes': (good) => JSON.stringify(good),
    'that is null': () => 'null',
    'that is a number': () => '1e308',
    'that is not JSON': () => 'vehicle=1',
    'in single quotes': (good) => good.replaceAll('"', "'"),
    'with a comment': (good) => `/* all good */${good}`,
    'of blanks': () => ' '.repeat(1_000),
    'nested a million deep': () => DEEP,
    'in UTF-16': (good) => Buffer.from(good, 'utf16le'),
    'in UTF-16 with a byte order mark': (good) => Buffer.from(`\ufeff${good}`, 'utf16le'),
    'in Latin-1': (good) => Buffer.from(good.replace('{', '{"é":1,'), 'latin1'),
    'with a surrogate as bytes': (good) => Buffer.from(good.replace('{', '{"\xed\xa0\x80":1,'), 'latin1'),
    'with an overlong slash': (good) => Buffer.from(good.replace('{', '{"\xc0\xaf":1,'), 'latin1'),
  };
  for (const operation of OPERATIONS.filter(({ body }) => body)) {
    const send = (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
      world.send({ method: operation.method, path: world.pathOf(operation), headers, body });
    const good = () => jsonOf(world.bodyOf(operation));

    for (const [what, make] of Object.entries(bodies))
      // Proves: malformed-request-is-4xx, malformed-is-400
      it(`${what} is refused by ${operation.name}`, async () => {
        const body = make(good());
        for (const charset of body.length > 10_000 ? [''] : CHARSETS) {
          const answer = await send(body, { 'content-type': `application/json${charset}` });
          expect(blamed(answer), charset).to.equal('400 body');
        }
      });

    it(`of another type is refused by ${operation.name}`, async () => {
      const forms = operation.form ? [] : ['multipart/form-data; boundary=a'];
      const plain = ['text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded', '*/*', '', ';'];
      const alike = ['json', 'application/json, text/plain', 'application/jsonp', '__proto__', 'x'.repeat(8_000)];
      for (const type of [...plain, ...alike, ...forms])
        expect(blamed(await send(good(), { 'content-type': type })), type).to.equal('415 unsupported_media_type');
      expect(blamed(await send(good(), {})), 'none').to.equal('415 unsupported_media_type');
    });

    const json = { 'content-type': 'application/json' };

    it(`that is compressed is refused by ${operation.name}`, async () => {
      for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip', 'banana']) {
        const answer = await send(gzipSync(good()), { ...json, 'content-encoding': encoding });
        expect(blamed(answer)).to.equal('415 unsupported_media_type');
      }
    });

    it(`that is missing or too large is refused by ${operation.name}`, async () => {
      expect(blamed(await send('', json))).to.equal('400 body');
      expect(blamed(await send('', {})), 'without a media type').to.equal('400 body');
      const empty = await send('', { ...json, 'content-length': '0' });
      expect(empty.text).to.contain('is missing: send a JSON object');
      const large = good().replace('{', `{"x":"${'x'.repeat(1024 * 1024)}",`);
      expect(blamed(await send(large, json))).to.equal('413 payload_too_large');
    });
  }
});
