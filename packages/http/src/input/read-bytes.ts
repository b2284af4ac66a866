import {
  Err,
  invalidRequest,
  Ok,
  type InvalidRequest,
  type PayloadTooLarge,
  type Result,
} from '@vehicle-insurance/core';
import type { IncomingMessage } from 'node:http';
import { getRawBody, type RawBodyError } from 'raw-body';

/** Nothing but a body could be wrong with it. */
export const refuseBody = (message: string) => Err<InvalidRequest>(invalidRequest([{ field: 'body', message }]));

/** The bytes of a request, at most `most` of them. */
export const readBytes = async (
  request: IncomingMessage,
  most: number,
): Promise<Result<Uint8Array, PayloadTooLarge | InvalidRequest>> => {
  try {
    return Ok(await getRawBody(request, { limit: most, length: request.headers['content-length'] ?? null }));
  } catch (cause) {
    discard(request);
    const { type } = cause as RawBodyError;
    return type === 'entity.too.large'
      ? Err({ code: 'payload_too_large' })
      : refuseBody('ended too early: send all of it');
  }
};

/**
 * Takes the rest of a body that nobody will read. A caller who is still sending would otherwise never come to read
 * the answer, and the next request on this connection would never be seen.
 */
export const discard = (request: IncomingMessage): void => {
  request.unpipe();
  request.removeAllListeners('data');
  request.resume();
};
