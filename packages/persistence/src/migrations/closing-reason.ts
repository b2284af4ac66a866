import { Migration } from '@mikro-orm/migrations';

/** Why a month of the books was closed when it was, as its operator said. */
export class ClosingReason extends Migration {
  override up(): void {
    this.addSql('alter table closing add column why text');
  }
}
