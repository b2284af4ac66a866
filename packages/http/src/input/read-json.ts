import { Ok, type InvalidRequest, type PayloadTooLarge, type Result } from '@vehicle-insurance/core';
import type { IncomingMessage } from 'node:http';
import { readBytes, refuseBody } from './read-bytes.ts';

/** 1 MiB: many times what any body of the API can need. */
export const LARGEST_JSON = 1024 * 1024;

/**
 * A JSON body, read strictly: bytes that are no UTF-8 are refused instead of replaced, and no error carries the text.
 * Keys such as `__proto__` are keys like any other, and as unknown ones they are dropped later.
 */
export const readJson = async (
  request: IncomingMessage,
): Promise<Result<unknown, PayloadTooLarge | InvalidRequest>> => {
  const bytes = await readBytes(request, LARGEST_JSON);
  if (bytes.isErr()) return bytes;
  if (bytes.value.length === 0) return refuseBody('is missing: send a JSON object');
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value));
    return Ok(parsed);
  } catch {
    return refuseBody('must be valid JSON in UTF-8');
  }
};
