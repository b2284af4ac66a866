import { Migration } from '@mikro-orm/migrations';

/**
 * How many requests who has sent in the window under way. Unlogged: a count that a crash of the server forgets is no
 * loss, and a commit that waits for no log is cheap. The columns stand in the order in which rate-limiter-flexible, which
 * writes here, inserts them. Counts are rewritten all the time: room is left on the page for that.
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
