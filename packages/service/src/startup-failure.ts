import { join } from 'node:path';
import { StoreUnavailable } from '@vehicle-insurance/core';
import { ForeignDatabase } from '@vehicle-insurance/persistence';
import type { Variables } from './configuration/variables.ts';

/**
 * PostgreSQL's errors of a server that answers but cannot be used: authentication, missing database or rights,
 * resources, damage.
 */
const UNUSABLE_DATABASE = /^(28|3D|42501|53|57P|58|XX)/;

/** PostgreSQL's own codes. Class 08, connections, also occurs without an answer of the server. */
const SERVER_SAID = /^(?!08)[0-9A-Z]{5}$/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Why the service could not start and what to do about it, in one line; the stack stays in the cause. */
export const whyNotStarted = (error: Error, { DATABASE_URL, DATA_DIR }: Variables): string => {
  if (error instanceof ForeignDatabase)
    return DATABASE_URL === undefined
      ? `${error.fact} It is the one in ${join(DATA_DIR, 'database')}: set DATA_DIR to another folder.`
      : error.message;
  if (error instanceof StoreUnavailable && DATABASE_URL !== undefined)
    return SERVER_SAID.test(codeOf(error.cause))
      ? `the database at ${hostOf(DATABASE_URL)} answers and cannot be worked with now: ${error.message}. Wait until it can, or correct DATABASE_URL.`
      : `nothing answers at ${hostOf(DATABASE_URL)}. Start the database, or correct DATABASE_URL.`;
  const code = codeOf(error);
  if (!UNUSABLE_DATABASE.test(code)) return error.message;
  return DATABASE_URL === undefined
    ? `The database in ${join(DATA_DIR, 'database')} is damaged: ${error.message}. Put the folder back from a backup, or remove it to begin with an empty database.`
    : `the database at ${hostOf(DATABASE_URL)} refuses to work: ${error.message}. Correct DATABASE_URL, or what its user may do there.`;
};

/** Where a database is, without its password; an address with several hosts is no URL. */
const hostOf = (address: string): string => URL.parse(address)?.host || 'its address';
