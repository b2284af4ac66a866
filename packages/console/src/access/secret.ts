import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A random secret for a link or a session. The database stores only its hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret. Random secrets need no salt. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * Encrypts a text with a session's secret. The stored text is useless without the browser's cookie, which contains the
 * secret.
 */
export const seal = (secret: string, text: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** Decrypts a text that `seal` encrypted. Throws if the text was changed or encrypted with another secret. */
export const unseal = (secret: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
};

const keyOf = (secret: string): Buffer => createHash('sha256').update(`seal ${secret}`).digest();
