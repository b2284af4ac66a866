import { hash as digest, randomBytes } from 'node:crypto';
import type { KeyHasher } from '@vehicle-insurance/core';

const RANDOM_BYTES = 24;
/** `vi_test_` and six random characters: enough to recognise a key, far too few to guess it. */
const PREFIX_LENGTH = 'vi_test_'.length + 6;

const hash = (key: string): string => digest('sha256', key);

/**
 * Makes random keys of 192 bits, which are looked up by their SHA-256. A slow hash protects passwords that people
 * choose. For a random key it would only make requests slow.
 */
export const sha256KeyHasher: KeyHasher = {
  make: (environment) => {
    const key = `vi_${environment}_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hash(key) };
  },
  hash,
};
