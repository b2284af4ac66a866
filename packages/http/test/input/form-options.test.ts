import { expect } from 'chai';
import fc from 'fast-check';
import formidable from 'formidable';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { base64Decoder } from '../../src/input/base64.ts';
import { DOCUMENT_FIELD, type FormFile } from '../../src/input/form.ts';
import { FORM_OPTIONS } from '../../src/input/form-options.ts';
import { Refused } from '../../src/middleware/answer-errors.ts';

const PIECE = 16 * 1024;
const HEAD = `--cut\r\nContent-Disposition: form-data; name="${DOCUMENT_FIELD}"; filename="a.pdf"\r\n`;
const END = '\r\n--cut--\r\n';
const BASE64 = 'Content-Transfer-Encoding: base64\r\n';

const formWith = (content: string | Uint8Array, declared = ''): Buffer =>
  Buffer.concat([Buffer.from(`${HEAD}${declared}\r\n`), Buffer.from(content as string), Buffer.from(END)]);

/** Parses a form that arrives in these pieces; returns the document or the status of the refusal. */
const documentIn = async (pieces: readonly Uint8Array[], form = formidable(FORM_OPTIONS)) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=cut', 'transfer-encoding': 'chunked' };
  const stream = Object.assign(new PassThrough({ highWaterMark: 2 ** 30 }), { headers });
  for (const piece of pieces) stream.write(piece);
  stream.end();
  try {
    const [, files] = await form.parse<string, typeof DOCUMENT_FIELD>(stream as unknown as IncomingMessage);
    return ((files[DOCUMENT_FIELD] ?? [])[0] as unknown as FormFile).bytes;
  } catch (cause) {
    const { httpCode } = cause as { readonly httpCode?: number };
    if (!(cause instanceof Refused) && httpCode === undefined) throw cause;
    return httpCode === 413 ? 413 : 400;
  }
};

const cutAt = (bytes: Buffer, cuts: readonly number[]): readonly Buffer[] => {
  const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  return [0, ...at].map((from, index) => bytes.subarray(from, at[index])).filter(({ length }) => length > 0);
};
const inLines = (text: string, width: number, end: string): string =>
  text.replace(new RegExp(`.{${width}}`, 'g'), `$&${end}`);

const lineEnds = fc.constantFrom('\r\n', '\n', '\r', ' \r\n', '\r\n\t');
const anyDocument = fc.uint8Array({ minLength: 0, maxLength: 2_000 });
const cuts = fc.array(fc.nat(4_000), { maxLength: 40 });

describe('a form in chunks', () => {
  it('is parsed in the same way in chunks of any size', async () => {
    const chunks = [1, PIECE, PIECE + 1, 5 * PIECE - 1].map((length, at) => Buffer.alloc(length, at));
    const pieces = [Buffer.from(`${HEAD}\r\n`), ...chunks, Buffer.from(END)];
    expect(await documentIn(pieces)).to.deep.equal(Buffer.concat(chunks));
  });

  it('lets other requests run between two pieces, and the pieces are small', async () => {
    let turn = 0;
    let next = setImmediate(function count() {
      turn += 1;
      next = setImmediate(count);
    });
    const pieces: { readonly turn: number; readonly size: number }[] = [];
    let before = 0;
    const form = formidable(FORM_OPTIONS).on('progress', (received) => {
      pieces.push({ turn, size: received - before });
      before = received;
    });
    await documentIn([formWith(Buffer.alloc(10 * PIECE))], form);
    clearImmediate(next);
    const full = pieces.filter(({ size }) => size === PIECE);
    expect(Math.max(...pieces.map(({ size }) => size))).to.equal(PIECE);
    expect(new Set(full.map((piece) => piece.turn))).to.have.property('size', 10);
  });

  it('is refused as soon as it exceeds the size limit', async () => {
    expect(await documentIn(Array<Buffer>(800).fill(Buffer.alloc(PIECE)))).to.equal(413);
    expect(await documentIn([formWith(Buffer.alloc(800 * PIECE))])).to.equal(413);
  });
});

describe('a document in a transfer encoding', () => {
  it('is stored as sent if the encoding does not change the bytes', async () => {
    const encodings = fc.constantFrom(null, '7bit', '8bit', 'binary', '7BIT', 'Binary');
    await fc.assert(
      fc.asyncProperty(encodings, anyDocument, cuts, async (encoding, bytes, at) => {
        const form = formWith(bytes, encoding === null ? '' : `Content-Transfer-Encoding: ${encoding}\r\n`);
        expect(Buffer.compare((await documentIn(cutAt(form, at))) as Uint8Array, bytes)).to.equal(0);
      }),
      { numRuns: 300 },
    );
  });

  // A former bug stored 309 bytes as 308.
  it('is stored decoded from base64, with lines of any width and chunks of any size', async () => {
    const encodings = fc.constantFrom('base64', 'BASE64', 'Base64');
    const widths = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(encodings, anyDocument, widths, lineEnds, cuts, async (encoding, bytes, width, end, at) => {
        const text = inLines(Buffer.from(bytes).toString('base64'), width, end);
        const form = formWith(text, `Content-Transfer-Encoding: ${encoding}\r\n`);
        expect(Buffer.compare((await documentIn(cutAt(form, at))) as Uint8Array, bytes)).to.equal(0);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused if it declares base64 but is not', async () => {
    const good = Buffer.from('%PDF-1.7 of 26 characters.').toString('base64');
    const bad = [good.slice(0, -1), good.slice(0, -2), `${good}A`, `${good}${good}`, `${good}=`, `!${good}`];
    for (const text of [...bad, good.replace('J', '-'), good.replace('=', 'é'), '=', 'A', 'AB==CD==', 'AB=='])
      expect(await documentIn([formWith(text, BASE64)]), text).to.equal(400);
  });

  it('is refused if its base64 continues after the padding, at any border between chunks', async () => {
    const form = formWith('QQ==QQ==', BASE64);
    for (let at = 1; at < form.length; at += 1) expect(await documentIn(cutAt(form, [at])), `${at}`).to.equal(400);
  });

  it('is refused in any other encoding, and with two encodings', async () => {
    const declared = ['quoted-printable', 'x-uuencode', 'utf-8', 'latin1', 'base64, 8bit', '"base64"', '8 bit'].map(
      (encoding) => `Content-Transfer-Encoding: ${encoding}\r\n`,
    );
    const twice = ['base64', 'binary'].flatMap((one) =>
      ['base64', 'binary'].map(
        (other) => `Content-Transfer-Encoding: ${one}\r\ncontent-transfer-encoding: ${other}\r\n`,
      ),
    );
    for (const head of [...declared, ...twice])
      expect(await documentIn([formWith('JVBERi0=', head)]), head).to.equal(400);
  });
});

describe('base64Decoder', () => {
  it('returns exactly the encoded bytes, or refuses the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AZaz09+/=\r\n -_é') }), fc.nat(20), (text, at) => {
        const decoder = base64Decoder();
        const pieces = [text.slice(0, at), text.slice(at)].map((piece) => decoder.push(Buffer.from(piece, 'latin1')));
        if (pieces.includes(undefined) || !decoder.isComplete()) return;
        const decoded = Buffer.concat(pieces as Buffer[]);
        expect(decoded.toString('base64')).to.equal(text.replace(/[\r\n\t ]/g, ''));
      }),
      { numRuns: 2_000 },
    );
  });
});
