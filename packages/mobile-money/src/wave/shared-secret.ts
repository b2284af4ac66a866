import { createHash, timingSafeEqual } from 'node:crypto';

/** The scheme is case-insensitive, as in HTTP. */
const BEARER = /^bearer +(.+)$/i;

/** Whether an `authorization` header carries one of the secrets; compares in constant time, for any length. */
export const carriesSecret = (header: string | undefined, secrets: readonly string[]): boolean => {
  const given = BEARER.exec(header ?? '')?.[1];
  return given !== undefined && secrets.some((secret) => timingSafeEqual(digest(secret), digest(given)));
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
