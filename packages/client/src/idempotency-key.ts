/** The header with which the API processes a POST at most once. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** A unique key of 128 random bits. `crypto.getRandomValues` exists on every platform, even on pages without https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The header's value: a quoted string, as in the IETF draft of `Idempotency-Key`. */
export const idempotencyHeader = (key = newKey()): string => {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(key))
    throw new RangeError(
      'idempotencyKey must have 1 to 255 visible ASCII characters, without quotes and backslashes. Pass another key, or none.',
    );
  return `"${key}"`;
};

/** The key in the header's value. */
export const keyIn = (header: string | null): string | null => header && header.slice(1, -1);
