import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A random secret for a link or a session. Only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret. It needs no salt, because the secret is random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Encrypts a text with a session's secret, so that the stored text is useless without the browser's cookie. */
export const seal = (secret: string, text: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** Decrypts a sealed text. Throws if it was changed, or sealed with another secret. */
export const unseal = (secret: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
};

const keyOf = (secret: string): Buffer => createHash('sha256').update(`seal ${secret}`).digest();
