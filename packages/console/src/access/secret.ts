import { createHash, randomBytes } from 'node:crypto';

/** What only its owner has: of links and sessions the store keeps the hash alone. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret that was drawn at random, which is why it needs no salt. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
