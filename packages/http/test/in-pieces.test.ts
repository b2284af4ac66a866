import { expect } from 'chai';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inPieces } from '../src/input/in-pieces.ts';

const PIECE = 16 * 1024;
const MOST = 1024 * 1024;

/** A request whose connection hands over each chunk whole. */
const requestOf = (...chunks: readonly Buffer[]) => {
  const stream = new PassThrough({ highWaterMark: MOST });
  for (const chunk of chunks) stream.write(chunk);
  const seen = { headers: { value: {} }, complete: { get: () => stream.readableEnded } };
  return Object.defineProperties(stream, seen) as unknown as IncomingMessage & PassThrough;
};
const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (cause: { readonly httpCode?: number }) => cause.httpCode,
  );

describe('A body in pieces', () => {
  it('is the same body, whatever the chunks it came in', async () => {
    const chunks = [1, PIECE, PIECE + 1, 5 * PIECE - 1].map((length, at) => Buffer.alloc(length, at));
    const request = requestOf(...chunks);
    request.end();
    expect(Buffer.compare(await buffer(inPieces(request, MOST)), Buffer.concat(chunks))).to.equal(0);
  });

  it('gives everybody else a turn between two pieces, each of them small', async () => {
    const request = requestOf(Buffer.alloc(10 * PIECE));
    request.end();
    const seen: number[] = [];
    const turns = new Set<number>();
    let turn = 0;
    const pieces = inPieces(request, MOST).on('data', ({ length }: Buffer) => {
      if (!turns.has(turn)) setImmediate(() => (turn += 1));
      turns.add(turn);
      seen.push(length);
    });
    await once(pieces, 'end');
    expect(seen).to.deep.equal(Array(10).fill(PIECE));
    expect(turns).to.have.property('size', 10);
  });

  it('fails once it is longer than it may be', async () => {
    const request = requestOf(Buffer.alloc(3 * PIECE));
    request.end();
    expect(await failureOf(buffer(inPieces(request, 3 * PIECE - 1)))).to.equal(413);
  });

  it('fails when the caller goes away in the middle of it', async () => {
    const request = requestOf(Buffer.alloc(PIECE));
    const reading = failureOf(buffer(inPieces(request, MOST)));
    request.destroy();
    expect(await reading).to.equal(400);
  });
});
