import { Migration } from '@mikro-orm/migrations';
import { companies } from './companies.ts';
import { contracts } from './contracts.ts';
import { payments } from './payments.ts';
import { vehiclesAndQuotes } from './vehicles-and-quotes.ts';

/** Everything, from an empty database. Frozen once released: what comes later is another migration. */
export class InitialSchema extends Migration {
  override up(): void {
    for (const statement of [...companies, ...vehiclesAndQuotes, ...payments, ...contracts]) this.addSql(statement);
  }
}
