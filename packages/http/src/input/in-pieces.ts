import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';

/** Bytes that a parser may take apart in one go: of these, the worst that can be sent is done in a few milliseconds. */
const PIECE = 16 * 1024;

/** Ends the reading of a body with the status it deserves. */
const refusal = (message: string, httpCode: number): Error => Object.assign(new Error(message), { httpCode });

/**
 * The body of a request in small pieces, between which everybody else has a turn: a connection hands over 64 KB at once.
 * Fails once the body is longer than `most`, for a parser bounds fields and files and not what is around them, and when
 * the caller goes away.
 */
export const inPieces = (request: IncomingMessage, most: number): Readable & { headers: IncomingHttpHeaders } => {
  let received = 0;
  const pieces = new Transform({
    readableHighWaterMark: PIECE,
    transform(chunk: Buffer, _, done) {
      received += chunk.length;
      if (received > most) return done(refusal('the body is too long', 413));
      const give = (from: number): void => {
        if (pieces.destroyed) return;
        if (from >= chunk.length) return done();
        pieces.push(chunk.subarray(from, from + PIECE));
        setImmediate(give, from + PIECE);
      };
      give(0);
    },
  });
  // Who reads it hears of it as well; until somebody does, it must not end the process.
  pieces.on('error', () => undefined);
  request.once('close', () => {
    if (!request.complete) pieces.destroy(refusal('the caller went away', 400));
  });
  return Object.assign(request.pipe(pieces), { headers: request.headers });
};
