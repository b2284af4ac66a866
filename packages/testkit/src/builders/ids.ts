import type { Ids } from '@vehicle-insurance/core';

/** UUIDs of version 7 that count up from 1: easy to recognise, and in the order in which they were made. */
export const sequentialIds = (): Ids => idsBeginning('00000000-0000');

/** Ids that are new wherever they are put, in the order in which they were made. */
export const freshIds = (): Ids => idsBeginning(`${randomHex(8)}-${randomHex(4)}`);

const idsBeginning = (beginning: string): Ids => {
  let made = 0;
  return { next: () => `${beginning}-7000-8000-${(made += 1).toString(16).padStart(12, '0')}` };
};

const randomHex = (digits: number): string => crypto.randomUUID().replaceAll('-', '').slice(0, digits);

const ids = freshIds();

/** An id nothing else has. */
export const freshId = (): string => ids.next();

/** A text nothing else has, for what must be unique: names, plates, hashes. */
export const freshText = (prefix: string): string => `${prefix}${randomHex(8).toUpperCase()}`;
