import { Migration } from '@mikro-orm/migrations';

/**
 * How finished notices and loose documents are found, to be forgotten in batches, and whether a notice waits already.
 * Those of releases before this one lie there by the thousand where an account is shared with another shop: on a large
 * table make the indexes by hand first, with `create index concurrently`.
 */
export class FinishedWork extends Migration {
  override up(): void {
    this.addSql('create index if not exists notice_finished on notice (id) where due_at is null');
    this.addSql('create index if not exists notice_waiting on notice (provider, reference) where due_at is not null');
    this.addSql('create index if not exists loose_document_finished on loose_document (id) where due_at is null');
  }
}
