import { join } from 'node:path';
import { StoreUnavailable } from '@vehicle-insurance/core';
import type { Variables } from './configuration/variables.ts';

/** What a PostgreSQL says that answers and cannot be worked with: who asks, what is asked for, room, damage. */
const UNFIT_DATABASE = /^(28|3D|42501|53|57P|58|XX)/;

/** Why the service could not start and what to do about it, in one line; the stack stays in the cause. */
export const whyNotStarted = (error: Error, { DATABASE_URL, DATA_DIR }: Variables): string => {
  if (error instanceof StoreUnavailable && DATABASE_URL !== undefined)
    return `nothing answers at ${hostOf(DATABASE_URL)}. Start the database, or correct DATABASE_URL.`;
  const code = 'code' in error ? String(error.code) : '';
  if (!UNFIT_DATABASE.test(code)) return error.message;
  return DATABASE_URL === undefined
    ? `The database in ${join(DATA_DIR, 'database')} is damaged: ${error.message}. Put the folder back from a backup, or remove it to begin with an empty database.`
    : `the database at ${hostOf(DATABASE_URL)} refuses to work: ${error.message}. Correct DATABASE_URL, or what its user may do there.`;
};

/** Where a database is, without its password; several hosts make an address that is no URL. */
const hostOf = (address: string): string => URL.parse(address)?.host || 'its address';
