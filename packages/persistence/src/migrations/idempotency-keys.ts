import { Migration } from '@mikro-orm/migrations';

/**
 * Requests that a company may repeat. `id` is what the request creates, or will; `answer` what it was answered, once it
 * is known; the lease is whose turn it is to answer, in real time. What has expired is deleted: nothing refers to it.
 */
export class AddIdempotencyKeys extends Migration {
  override up(): void {
    this.addSql(`create table idempotency_key (
      company_id uuid not null references company (id),
      key text not null,
      fingerprint text not null,
      id uuid not null,
      answer text,
      expires timestamptz(3) not null,
      lease_token uuid,
      leased_until timestamptz,
      primary key (company_id, key)
    )`);
    this.addSql(`create index idempotency_key_expires on idempotency_key (expires)`);
  }
}
