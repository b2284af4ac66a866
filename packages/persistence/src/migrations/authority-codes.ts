import { Migration } from '@mikro-orm/migrations';

/** The text of the authority's own code, to print on the contract; null until it is read, and if it cannot be read. */
export class AuthorityCodes extends Migration {
  override up(): void {
    this.addSql('alter table contract add column authority_code text');
  }
}
