import { Migration } from '@mikro-orm/migrations';
import { BOOKS } from './books.ts';
import { COMPANIES } from './companies.ts';
import { CONSOLE } from './console.ts';
import { CONTRACTS } from './contracts.ts';
import { HISTORY } from './history.ts';
import { PAYMENTS } from './payments.ts';
import { QUOTES } from './quotes.ts';
import { STATEMENTS } from './statements.ts';
import { VEHICLES } from './vehicles.ts';
import { WORK } from './work.ts';

/** The whole schema, for an empty database. */
export class Schema extends Migration {
  override up(): void {
    for (const statement of [
      ...COMPANIES,
      ...VEHICLES,
      ...QUOTES,
      ...PAYMENTS,
      ...CONTRACTS,
      ...BOOKS,
      ...STATEMENTS,
      ...HISTORY,
      ...WORK,
      ...CONSOLE,
    ])
      this.addSql(statement);
  }
}
