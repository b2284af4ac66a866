import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Lengths of a key in bytes, as in Standard Webhooks. */
const [SHORTEST, LONGEST, USUAL] = [24, 64, 32];

const toText = (key: Buffer): string => `${PREFIX}${key.toString('base64')}`;

export const newSecret = (): string => toText(randomBytes(USUAL));

/** Whether a text is a secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export const isSecret = (text: string): boolean => {
  if (!text.startsWith(PREFIX)) return false;
  const key = Buffer.from(text.slice(PREFIX.length), 'base64');
  return toText(key) === text && key.length >= SHORTEST && key.length <= LONGEST;
};

/** A secret derived from an API key. The same key always gives the same secret, which does not reveal the key. */
export const secretOf = (apiKey: string): string =>
  toText(createHmac('sha256', apiKey).update('webhooks that are forwarded to a local address').digest());
