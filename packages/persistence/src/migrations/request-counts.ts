import { Migration } from '@mikro-orm/migrations';

/**
 * Requests of each caller in the current window. Unlogged: losing counts in a crash of the server does no harm, and
 * commits need not wait for the log. The columns are in the order in which rate-limiter-flexible, which writes here,
 * inserts them. Counts are updated all the time: the fill factor leaves room on the page.
 */
export class RequestCounts extends Migration {
  override up(): void {
    this.addSql(
      `create unlogged table request_count (
        key text primary key,
        points integer not null,
        expire bigint not null
      ) with (fillfactor = 50)`,
    );
  }
}
