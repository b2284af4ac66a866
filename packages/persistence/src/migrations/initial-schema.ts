import { Migration } from '@mikro-orm/migrations';
import { companies } from './companies.ts';
import { contracts } from './contracts.ts';
import { payments } from './payments.ts';
import { vehiclesAndQuotes } from './vehicles-and-quotes.ts';

/** The whole schema, from an empty database. Frozen once released: later changes are new migrations. */
export class InitialSchema extends Migration {
  override up(): void {
    for (const statement of [...companies, ...vehiclesAndQuotes, ...payments, ...contracts]) this.addSql(statement);
  }
}
