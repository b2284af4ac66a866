import { Err, invalidRequest, Ok, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import type { IncomingHttpHeaders } from 'node:http';

/** The header under which a POST is done at most once, as it is written for people. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export const LONGEST_KEY = 255;

/** A string as the IETF's draft writes it: in quotes, with a backslash before a quote or a backslash in it. */
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x7e]*$/;

/** The key a request came with, quoted or bare; nothing where it came without. */
export const idempotencyKey = (headers: IncomingHttpHeaders): Result<string | undefined, InvalidRequest> => {
  const given = headers['idempotency-key'];
  if (given === undefined) return Ok(undefined);
  const key = keyIn(String(given));
  return key !== undefined && key.length >= 1 && key.length <= LONGEST_KEY ? Ok(key) : noKey;
};

const keyIn = (header: string): string | undefined =>
  QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? BARE.exec(header)?.[0];

const noKey = Err(
  invalidRequest([
    {
      field: IDEMPOTENCY_KEY,
      message: `must be given once, with 1 to ${LONGEST_KEY} visible ASCII characters, in double quotes or without any`,
    },
  ]),
);
