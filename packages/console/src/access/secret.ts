import { createHash, randomBytes } from 'node:crypto';

/** A random secret for a link or a session; the store keeps only its hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a random secret, which therefore needs no salt. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
