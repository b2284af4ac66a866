import { createHash } from 'node:crypto';
import { BOOKS } from './books.ts';
import { COMPANIES } from './companies.ts';
import { CONSOLE } from './console.ts';
import { CONTRACTS } from './contracts.ts';
import { FIGURES } from './figures.ts';
import { HISTORY } from './history.ts';
import { PAYMENTS } from './payments.ts';
import { QUOTES } from './quotes.ts';
import { STATEMENTS } from './statements.ts';
import { VEHICLES } from './vehicles.ts';
import { WORK } from './work.ts';

/**
 * The statements of the whole schema, for an empty database, except `database_environment` (`write-environment.ts`).
 */
const SCHEMA = [
  ...COMPANIES,
  ...VEHICLES,
  ...QUOTES,
  ...PAYMENTS,
  ...CONTRACTS,
  ...BOOKS,
  ...STATEMENTS,
  ...HISTORY,
  ...FIGURES,
  ...WORK,
  ...CONSOLE,
];

/**
 * The name contains a hash of the schema. Until the first release, developers edit the schema in place, and databases
 * with an earlier schema are rejected.
 */
export const SCHEMA_NAME = `0001 schema ${createHash('sha256').update(SCHEMA.join()).digest('hex').slice(0, 8)}`;

/** A migration, and its name in the database's migration table. */
export interface Step {
  readonly name: string;
  readonly statements: readonly string[];
}

/**
 * Migrations are applied in this order. A database records their names, so never edit a released migration. Add new
 * migrations at the end.
 */
export const MIGRATIONS: readonly Step[] = [{ name: SCHEMA_NAME, statements: SCHEMA }];
