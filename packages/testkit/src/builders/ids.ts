import type { Ids } from '@vehicle-insurance/core';

/** UUIDs of version 7 that count up from 1: recognisable, and sorted by creation. */
export const sequentialIds = (): Ids => idsBeginning('00000000-0000');

/** Ids that are unique in any store, sorted by creation. */
export const freshIds = (): Ids => idsBeginning(`${randomHex(8)}-${randomHex(4)}`);

const idsBeginning = (beginning: string): Ids => {
  let made = 0;
  return { next: () => `${beginning}-7000-8000-${(made += 1).toString(16).padStart(12, '0')}` };
};

/** `digits` is at most 8, because a UUID begins with eight digits. */
const randomHex = (digits: number): string => crypto.randomUUID().slice(0, digits);

const ids = freshIds();

/** A unique id. */
export const freshId = (): string => ids.next();

/** A unique text, for names, plates and hashes that must be unique. */
export const freshText = (prefix: string): string => `${prefix}${randomHex(8).toUpperCase()}`;
