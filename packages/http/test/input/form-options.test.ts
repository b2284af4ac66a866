import { expect } from 'chai';
import formidable from 'formidable';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { DOCUMENT_FIELD, type FormFile } from '../../src/input/form.ts';
import { FORM_OPTIONS } from '../../src/input/form-options.ts';

const PIECE = 16 * 1024;
const HEAD = '--cut\r\nContent-Disposition: form-data; name="registrationDocument"; filename="a.pdf"\r\n\r\n';
const END = '\r\n--cut--\r\n';

/** A request whose connection hands over each chunk whole. */
const requestOf = (...chunks: readonly Buffer[]) => {
  const stream = new PassThrough({ highWaterMark: 2 ** 30 });
  for (const chunk of [Buffer.from(HEAD), ...chunks, Buffer.from(END)]) stream.write(chunk);
  const headers = { 'content-type': 'multipart/form-data; boundary=cut', 'transfer-encoding': 'chunked' };
  return Object.assign(stream, { headers }) as unknown as IncomingMessage & PassThrough;
};

/** As koa-body has it done. */
const formOf = () => formidable(FORM_OPTIONS);
const documentIn = async (request: IncomingMessage, form = formOf()): Promise<Uint8Array> => {
  const [, files] = await form.parse<string, typeof DOCUMENT_FIELD>(request);
  const [file] = (files[DOCUMENT_FIELD] ?? []) as unknown as readonly FormFile[];
  return file?.bytes ?? new Uint8Array();
};
const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (cause: { readonly httpCode?: number }) => cause.httpCode,
  );

describe('A form in pieces', () => {
  it('is the same form, whatever the chunks it came in', async () => {
    const chunks = [1, PIECE, PIECE + 1, 5 * PIECE - 1].map((length, at) => Buffer.alloc(length, at));
    const request = requestOf(...chunks);
    request.end();
    expect(Buffer.compare(await documentIn(request), Buffer.concat(chunks))).to.equal(0);
  });

  it('gives every other request a turn between two pieces, each of them small', async () => {
    const request = requestOf(Buffer.alloc(10 * PIECE));
    request.end();
    let turn = 0;
    let next = setImmediate(function count() {
      turn += 1;
      next = setImmediate(count);
    });
    const pieces: { readonly turn: number; readonly size: number }[] = [];
    let before = 0;
    const form = formOf().on('progress', (received) => {
      pieces.push({ turn, size: received - before });
      before = received;
    });
    await documentIn(request, form);
    clearImmediate(next);
    const full = pieces.filter(({ size }) => size === PIECE);
    expect(Math.max(...pieces.map(({ size }) => size))).to.equal(PIECE);
    expect(new Set(full.map((piece) => piece.turn))).to.have.property('size', 10);
  });

  it('fails once it is longer than it may be', async () => {
    const request = requestOf(...Array<Buffer>(800).fill(Buffer.alloc(PIECE)));
    request.end();
    expect(await failureOf(documentIn(request))).to.equal(413);
  });
});
