import { join } from 'node:path';
import { StoreUnavailable } from '@vehicle-insurance/core';
import { ForeignDatabase } from '@vehicle-insurance/persistence';
import type { Variables } from './configuration/variables.ts';

/**
 * PostgreSQL's error codes of a server that responds but cannot be used: authentication, missing database or rights,
 * resources, damage.
 */
const UNUSABLE_DATABASE = /^(28|3D|42501|53|57P|58|XX)/;

/**
 * An error code from the server itself. Class 08 (connections) is excluded, because drivers also use it if the server
 * does not respond.
 */
const SERVER_SAID = /^(?!08)[0-9A-Z]{5}$/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Why the service could not start, and what to do, in one line. The log contains the stack at level `debug`. */
export const explainStartupFailure = (error: Error, { DATABASE_URL, DATA_DIR }: Variables): string => {
  if (error instanceof ForeignDatabase)
    return DATABASE_URL === undefined
      ? `${error.fact} The database is in ${join(DATA_DIR, 'database')}: set DATA_DIR to another folder.`
      : error.message;
  if (error instanceof StoreUnavailable && DATABASE_URL !== undefined)
    return SERVER_SAID.test(codeOf(error.cause))
      ? `the database at ${hostOf(DATABASE_URL)} responds but cannot be used now: ${error.message}. Wait until it can be used, or correct DATABASE_URL.`
      : `nothing responds at ${hostOf(DATABASE_URL)}. Start the database, or correct DATABASE_URL.`;
  const code = codeOf(error);
  if (!UNUSABLE_DATABASE.test(code)) return error.message;
  return DATABASE_URL === undefined
    ? `The database in ${join(DATA_DIR, 'database')} is damaged: ${error.message}. Restore the folder from a backup, or delete it to start with an empty database.`
    : `the database at ${hostOf(DATABASE_URL)} cannot be used: ${error.message}. Correct DATABASE_URL, or the rights of its user.`;
};

/** The host of a database address, without the password. An address with several hosts is not a URL. */
const hostOf = (address: string): string => URL.parse(address)?.host || 'its address';
