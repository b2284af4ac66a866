import { StoreUnavailable } from '@vehicle-insurance/core';
import { nameMigrateCommand } from './migrate-command.ts';

/** The environments to which a database can belong. */
export const DATABASE_ENVIRONMENTS = ['sandbox', 'staging', 'production'] as const;

/** The environment of a database, or of a program. */
export type DatabaseEnvironment = (typeof DATABASE_ENVIRONMENTS)[number];

/**
 * The database belongs to another environment than the program that opens it, or records no environment. Thrown before
 * anything is read or written. If the database of a running service is replaced, callers get the same response as while
 * the database is unavailable.
 */
export class ForeignDatabase extends StoreUnavailable {
  /** The fault of the database, without the remedy. */
  readonly fact: string;

  constructor(fact: string, remedy: string) {
    super(`${fact} Nothing was read or changed. ${remedy}`);
    this.fact = fact;
  }
}

/** Sends a statement outside any transaction. */
export type RunStatement = (statement: string) => Promise<readonly unknown[]>;

const UNDEFINED_TABLE = '42P01';

/** The environment recorded in the database; undefined if the database records no environment. */
const writtenEnvironment = async (ask: RunStatement): Promise<string | undefined> => {
  try {
    const [row] = (await ask('select name from database_environment')) as readonly { readonly name: string }[];
    return row?.name;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
};

/**
 * Whether the database records this environment. Throws `ForeignDatabase` if the database records another environment.
 */
export const isWritten = async (ask: RunStatement, environment: DatabaseEnvironment): Promise<boolean> => {
  const written = await writtenEnvironment(ask);
  if (written === undefined || written === environment) return written === environment;
  throw new ForeignDatabase(
    `The database belongs to ${written}, but this program runs as ${environment}.`,
    `Set ENVIRONMENT=${written} to work on it, or correct DATABASE_URL.`,
  );
};

/** Throws `ForeignDatabase` unless the database records this environment. */
export const requireEnvironment = async (ask: RunStatement, environment: DatabaseEnvironment): Promise<void> => {
  if (await isWritten(ask, environment)) return;
  throw new ForeignDatabase(
    `The database does not record its environment. This program runs as ${environment}.`,
    `Run \`${nameMigrateCommand()}\` with the same configuration first.`,
  );
};

/**
 * For a database that records no environment. Throws `ForeignDatabase` unless the kind of its API keys, `test` or
 * `live`, shows that the database belongs to this environment.
 */
export const requireKeysOf = (keys: readonly string[], environment: DatabaseEnvironment): void => {
  const owners = keys.includes('live') ? ['production'] : keys.includes('test') ? ['sandbox', 'staging'] : [];
  if (owners.includes(environment)) return;
  const kind = keys.includes('live') ? 'live API keys' : 'only test API keys';
  throw new ForeignDatabase(
    owners.length > 0
      ? `The database contains ${kind}, so it belongs to ${owners.join(' or ')}, but this program runs as ${environment}.`
      : `The database neither records its environment nor contains an API key that shows it. This program runs as ${environment}.`,
    `Correct DATABASE_URL or ENVIRONMENT. If the database does belong to ${environment}, declare it once: ${nameMigrateCommand(environment)}`,
  );
};
