import { Migration } from '@mikro-orm/migrations';

/** Where at the certificate authority a company belongs, beside its code there. */
export class CompanyOffice extends Migration {
  override up(): void {
    this.addSql('alter table company add column office text');
  }
}
