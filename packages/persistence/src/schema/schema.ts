import { createHash } from 'node:crypto';
import { Migration } from '@mikro-orm/migrations';
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

const STATEMENTS_OF_ALL = [
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
 * Contains a hash of the schema. Until the first release, developers edit the schema in place, and databases with an
 * earlier schema are rejected.
 */
export const SCHEMA_NAME = `0001 schema ${createHash('sha256').update(STATEMENTS_OF_ALL.join()).digest('hex').slice(0, 8)}`;

/** The whole schema, for an empty database. */
export class Schema extends Migration {
  override up(): void {
    for (const statement of STATEMENTS_OF_ALL) this.addSql(statement);
  }
}
