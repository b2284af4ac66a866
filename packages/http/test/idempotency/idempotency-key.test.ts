import { expect } from 'chai';
import { idempotencyKey } from '../../src/idempotency.ts';
import { raw, servedInMemory } from '../serving.ts';

const read = (header: string) => idempotencyKey({ 'idempotency-key': header });

describe('an idempotency key', () => {
  it('is refused unless it has 1 to 255 visible ASCII characters, with or without quotes', () => {
    const bare = ['', ' ', 'a b', 'x'.repeat(256), 'é', '"a";b=c'];
    for (const header of [...bare, '"', '""', '"a', 'a"', '"a"b"', '"a\\"', '"a b"', `"${'x'.repeat(256)}"`]) {
      const [refusal] = read(header).unwrapErr().details;
      expect(refusal, header).to.have.property('field', 'Idempotency-Key');
      expect(refusal?.message.en).to.contain('1 to 255 visible ASCII characters');
    }
  });

  for (const [header, key] of [
    ['a', 'a'],
    ['!~', '!~'],
    ['a\\b', 'a\\b'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'y'.repeat(255)}"`, 'y'.repeat(255)],
    ['"order-7"', 'order-7'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
  ] as const)
    it(`is read without its quotes: ${header.slice(0, 25)} as ${key.slice(0, 25)}`, () => {
      expect(read(header).unwrap()).to.equal(key);
    });

  it('is refused if sent twice; the check follows that of the API key and precedes that of the body', async () => {
    const api = await servedInMemory();
    const answerTo = async (apiKey: string, ...keys: readonly string[]) => {
      const lines = keys.map((key) => `idempotency-key: ${key}\r\n`).join('');
      return raw(
        api.port,
        `POST /api/v1.0/vehicle HTTP/1.1\r\nhost: a\r\nx-api-key: ${apiKey}\r\n${lines}` +
          'content-length: 2\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n{}',
      );
    };
    for (const keys of [['a', 'a'], ['a b']])
      expect(await answerTo(api.key, ...keys))
        .to.match(/^HTTP\/1\.1 400 /)
        .and.to.contain('"field":"Idempotency-Key"');
    expect(await answerTo('nobody', 'a b')).to.match(/^HTTP\/1\.1 401 /);
    await api.close();
  });
});
