import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { apiWorld, type World } from './world.ts';

const BOUNDARY = 'a-boundary-of-a-test';
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A stored file is a line with its type, then the document. */
const bytesIn = (file: Buffer): Buffer => file.subarray(file.indexOf('\n') + 1);

describe('a registration document in a transfer encoding, over TCP', function () {
  this.timeout(120_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  const stored = (): ReadonlySet<string> => {
    const folder = join(world.sandbox.dataDir, 'documents');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    return new Set(files.map(({ parentPath, name }) => digestOf(bytesIn(readFileSync(join(parentPath, name))))));
  };

  /** Registers a vehicle with a document, and sends the form in these pieces; the status of the answer. */
  const register = async (head: string, content: Uint8Array, sizes: readonly number[]): Promise<number> => {
    const fields = Object.entries(world.vehicleInput({})).map(
      ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    );
    const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="registrationDocument"; filename="a.pdf"\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${fields.join('')}${file}${head}\r\n`),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    const { baseUrl, apiKey } = world.sandbox.service.sandbox ?? { baseUrl: '', apiKey: '' };
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1.0/vehicle HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${apiKey}\r\nconnection: close\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    for (let at = 0, turn = 0; at < body.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      socket.write(body.subarray(at, at + size));
      at += size;
      await setImmediate();
    }
    await once(socket, 'close');
    return Number(answer.split(' ')[1]);
  };

  const anyPdf = fc
    .uint8Array({ minLength: 1, maxLength: 3_000 })
    .map((bytes) => Buffer.concat([Buffer.from('%PDF-'), bytes]));
  const anySizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });

  for (const encoding of ['base64', '7bit', '8bit', 'binary'])
    it(`is stored byte for byte in ${encoding}`, async () => {
      await fc.assert(
        fc.asyncProperty(anyPdf, fc.integer({ min: 1, max: 90 }), anySizes, async (pdf, width, sizes) => {
          const text = pdf.toString('base64').replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n');
          const content = encoding === 'base64' ? Buffer.from(text) : pdf;
          expect(await register(`Content-Transfer-Encoding: ${encoding}\r\n`, content, sizes)).to.equal(201);
          expect(stored().has(digestOf(pdf))).to.equal(true);
        }),
        { numRuns: 10, endOnFailure: true },
      );
    });

  it('is refused in an encoding that is not decoded, and stored nowhere', async () => {
    const before = stored().size;
    const pdf = Buffer.from(`%PDF-${1.7}`);
    expect(await register('Content-Transfer-Encoding: quoted-printable\r\n', pdf, [100])).to.equal(400);
    const cut = Buffer.from(pdf.toString('base64').replace(/=*$/, '').slice(0, -1));
    expect(await register('Content-Transfer-Encoding: base64\r\n', cut, [100])).to.equal(400);
    expect(stored().size).to.equal(before);
  });
});
