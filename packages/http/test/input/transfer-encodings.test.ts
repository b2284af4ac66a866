import { expect } from 'chai';
import fc from 'fast-check';
import formidable from 'formidable';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { Refused } from '../../src/middleware/answer-errors.ts';
import { base64Decoder } from '../../src/input/base64.ts';
import { DOCUMENT_FIELD, type FormFile } from '../../src/input/form.ts';
import { FORM_OPTIONS } from '../../src/input/form-options.ts';

const BOUNDARY = 'a-boundary-of-a-test';
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${DOCUMENT_FIELD}"; filename="a.pdf"\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

/** Parses a form whose body arrives in these pieces; the document, or the status of the refusal. */
const documentIn = async (pieces: readonly Uint8Array[]): Promise<Uint8Array | number> => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'transfer-encoding': 'chunked' };
  const stream = new PassThrough({ highWaterMark: 2 ** 30 });
  for (const piece of pieces) stream.write(piece);
  stream.end();
  try {
    const [, files] = await formidable(FORM_OPTIONS).parse<string, typeof DOCUMENT_FIELD>(
      Object.assign(stream, { headers }) as unknown as IncomingMessage,
    );
    return ((files[DOCUMENT_FIELD] ?? [])[0] as unknown as FormFile).bytes;
  } catch (cause) {
    if (cause instanceof Refused || 'httpCode' in Object(cause)) return 400;
    throw cause;
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

describe('A document in a transfer encoding', () => {
  for (const encoding of [null, '7bit', '8bit', 'binary', '7BIT', 'Binary'])
    it(`is stored as it was sent, in ${encoding ?? 'no declared encoding'}`, async () => {
      const declared = encoding === null ? '' : `Content-Transfer-Encoding: ${encoding}\r\n`;
      await fc.assert(
        fc.asyncProperty(anyDocument, cuts, async (bytes, at) => {
          const form = Buffer.concat([Buffer.from(`${HEAD}${declared}\r\n`), bytes, Buffer.from(END)]);
          expect(Buffer.compare((await documentIn(cutAt(form, at))) as Uint8Array, bytes)).to.equal(0);
        }),
        { numRuns: 1_000 },
      );
    });

  // 309 bytes were stored as 308 once.
  for (const encoding of ['base64', 'BASE64', 'Base64'])
    it(`is stored as its ${encoding} decodes, in lines of any width and chunks of any size`, async () => {
      await fc.assert(
        fc.asyncProperty(
          anyDocument,
          fc.integer({ min: 1, max: 100 }),
          lineEnds,
          cuts,
          async (bytes, width, end, at) => {
            const text = inLines(Buffer.from(bytes).toString('base64'), width, end);
            const form = Buffer.from(`${HEAD}Content-Transfer-Encoding: ${encoding}\r\n\r\n${text}${END}`);
            expect(Buffer.compare((await documentIn(cutAt(form, at))) as Uint8Array, bytes)).to.equal(0);
          },
        ),
        { numRuns: 1_000 },
      );
    });

  it('is decoded whichever byte a chunk ends at', async () => {
    const bytes = Buffer.from(Array.from({ length: 59 }, (_, at) => at * 4));
    const text = inLines(bytes.toString('base64'), 19, '\r\n');
    const form = Buffer.from(`${HEAD}Content-Transfer-Encoding: base64\r\n\r\n${text}${END}`);
    for (let at = 1; at < form.length; at += 1)
      expect(await documentIn(cutAt(form, [at])), `${at}`).to.deep.equal(bytes);
    const each = Array.from(form, (_, at) => form.subarray(at, at + 1));
    expect(await documentIn(each)).to.deep.equal(bytes);
  });

  it('is refused if it is not the base64 it declares', async () => {
    const good = Buffer.from('%PDF-1.7 of 26 characters.').toString('base64');
    const bad = [good.slice(0, -1), good.slice(0, -2), `${good}A`, `${good}${good}`, `${good}=`, `!${good}`];
    for (const text of [...bad, good.replace('J', '-'), good.replace('=', 'é'), '=', 'A', 'AB==CD==', 'AB=='])
      expect(
        await documentIn([Buffer.from(`${HEAD}Content-Transfer-Encoding: base64\r\n\r\n${text}${END}`)]),
        text,
      ).to.equal(400);
  });

  it('is refused in every other encoding, and in two', async () => {
    const declared = ['quoted-printable', 'x-uuencode', 'utf-8', 'latin1', 'base64, 8bit', '"base64"', '8 bit'].map(
      (encoding) => `Content-Transfer-Encoding: ${encoding}\r\n`,
    );
    const twice = ['base64', 'binary'].flatMap((one) =>
      ['base64', 'binary'].map(
        (other) => `Content-Transfer-Encoding: ${one}\r\ncontent-transfer-encoding: ${other}\r\n`,
      ),
    );
    for (const head of [...declared, ...twice])
      expect(await documentIn([Buffer.from(`${HEAD}${head}\r\nJVBERi0=${END}`)]), head).to.equal(400);
  });
});

describe('base64Decoder', () => {
  it('returns the bytes or refuses, never other bytes', () => {
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
