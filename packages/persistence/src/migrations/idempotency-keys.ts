import { Migration } from '@mikro-orm/migrations';

/**
 * Idempotency keys. `id` is what the request creates, or will; `answer` is its answer, once known; the lease, in real
 * time, is held by the request that is answering. Expired rows are deleted: nothing refers to them.
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
