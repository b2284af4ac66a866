import { Migration } from '@mikro-orm/migrations';

/** The queues at each provider: refunds, payments with a notification, and those that are only due by the clock. */
const QUEUES = {
  payment_notified: 'payment (provider, due_at) where due_at is not null and notified is not null',
  payment_unnotified: 'payment (provider, due_at) where due_at is not null and notified is null',
  refund_queue: 'refund (provider, due_at) where due_at is not null',
} as const;

/**
 * Work that waits for a provider is claimed apart from what waits for another: each queue has an index of its own. The
 * indexes by time alone go, for they invite a plan that walks past everything that waits elsewhere. Only what
 * is still to be asked about is in them: they are small, however large their tables.
 */
export class WorkQueues extends Migration {
  override up(): void {
    for (const [name, what] of Object.entries(QUEUES)) this.addSql(`create index if not exists ${name} on ${what}`);
    this.addSql('drop index if exists payment_due, refund_due');
  }
}
