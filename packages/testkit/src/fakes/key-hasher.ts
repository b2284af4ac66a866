import { createHash, randomBytes } from 'node:crypto';
import type { KeyHasher } from '@vehicle-insurance/core';

const PREFIX_LENGTH = 16;

/** Makes real random keys and real hashes. */
export const testKeyHasher = (): KeyHasher => {
  const hash = (key: string): string => createHash('sha256').update(key).digest('hex');
  return {
    make: (environment) => {
      const key = `vi_${environment}_${randomBytes(16).toString('hex')}`;
      return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hash(key) };
    },
    hash,
  };
};
