import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:net';
import { servedInMemory } from '../serving.ts';

describe('An idempotency key', () => {
  let api: Awaited<ReturnType<typeof servedInMemory>>;
  before(async () => {
    api = await servedInMemory();
  });
  after(() => api.close());

  const post = (key: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    api.call('POST', path, {
      body: JSON.stringify(body),
      headers: { 'idempotency-key': key, 'content-type': 'application/json', ...headers },
    });

  describe('that is none', () => {
    for (const key of [
      '',
      ' ',
      'a b',
      '"',
      '""',
      '"a',
      'a"',
      '"a"b"',
      '"a\\"',
      '"a b"',
      'x'.repeat(256),
      'é',
      '"a";b=c',
    ])
      it(`is refused: ${JSON.stringify(key).slice(0, 20)}`, async () => {
        const { status, body } = await post(key, '/vehicle', aVehicleInput());
        expect(status).to.equal(400);
        expect(body.details.map(({ field }) => field)).to.deep.equal(['Idempotency-Key']);
        expect(body.details[0]?.message).to.contain('1 to 255 visible ASCII characters');
      });

    it('is refused when it is sent twice', async () => {
      const socket = connect(api.port, '127.0.0.1');
      socket.end(
        `POST /api/v1.0/vehicle HTTP/1.1\r\nhost: a\r\nx-api-key: ${api.key}\r\nidempotency-key: a\r\n` +
          'idempotency-key: a\r\ncontent-length: 2\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{}',
      );
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      await once(socket, 'close');
      expect(answer)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.to.contain('"field":"Idempotency-Key"');
    });

    it('is refused after a bad API key, and before the body is looked at', async () => {
      expect((await post('a b', '/vehicle', {}, { 'x-api-key': 'nobody' })).status).to.equal(401);
      expect((await post('a b', '/vehicle', 'text', { 'content-type': 'text/plain' })).status).to.equal(400);
    });
  });

  for (const key of [
    'a',
    '!~',
    'a\\b',
    'x'.repeat(255),
    `"${'y'.repeat(255)}"`,
    '"quote: \\" and \\\\"'.replaceAll(' ', '_'),
  ])
    it(`may be ${key.slice(0, 25)}`, async () => {
      const vehicle = aVehicleInput();
      expect((await post(key, '/vehicle', vehicle)).status).to.equal(201);
      const again = await post(key, '/vehicle', vehicle);
      expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([201, 'true']);
    });
});
