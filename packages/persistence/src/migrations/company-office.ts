import { Migration } from '@mikro-orm/migrations';

/** The certificate authority's office of a company, beside the company's code there. */
export class CompanyOffice extends Migration {
  override up(): void {
    this.addSql('alter table company add column office text');
  }
}
