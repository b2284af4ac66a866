import { Migration } from '@mikro-orm/migrations';

/** What the papers of a company's contracts show of it. */
export class CompanyFacts extends Migration {
  override up(): void {
    this.addSql(
      'alter table company add column legal_form text, add column address text, add column licence text, add column phone text',
    );
  }
}
