import { createHmac, timingSafeEqual } from 'node:crypto';
import { millisecondsOf, type Instant } from '@vehicle-insurance/core';

/** In milliseconds. */
const OLDEST = 5 * 60_000;

/** Milliseconds by which Wave's clock may be ahead of ours. */
const AHEAD = 60_000;

/** Wave's signature: HMAC-SHA256 over the Unix time directly followed by the raw body, in lower-case hex. */
export const signature = (secret: string, timestamp: string, rawBody: Uint8Array): string =>
  createHmac('sha256', secret).update(timestamp).update(rawBody).digest('hex');

/** Whether one of the secrets made a signature in the header, at a time close enough to `now`. */
export const isSigned = (
  header: string | undefined,
  rawBody: Uint8Array,
  secrets: readonly string[],
  now: Instant,
): boolean => {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const valuesOf = (name: string): string[] => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [timestamp, ...others] = valuesOf('t');
  if (timestamp === undefined || others.length > 0 || !/^\d{1,12}$/.test(timestamp)) return false;
  const age = millisecondsOf(now) - Number(timestamp) * 1000;
  if (age > OLDEST || age < -AHEAD) return false;
  const expected = secrets.map((secret) => Buffer.from(signature(secret, timestamp, rawBody)));
  const given = valuesOf('v1').map((value) => Buffer.from(value));
  return given.some((one) => expected.some((other) => one.length === other.length && timingSafeEqual(one, other)));
};
