/** A key nobody else has: 128 bits of chance. Every platform has this source of it, on every kind of page. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The header of a POST: a string in quotes, as the IETF's draft of `Idempotency-Key` writes it. */
export const idempotencyHeader = (key = newKey()): string => {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(key))
    throw new RangeError(
      'idempotencyKey must have 1 to 255 visible ASCII characters, no quote or backslash. Pass another, or none.',
    );
  return `"${key}"`;
};

/** The key in such a header. */
export const keyIn = (header: string | null): string | null => header && header.slice(1, -1);
