import { Migration } from '@mikro-orm/migrations';

/** One row: the environment this database belongs to. */
export const DATABASE_ENVIRONMENT = `create table if not exists database_environment (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  name text not null check (name in ('sandbox', 'staging', 'production'))
)`;

/** `if not exists`, since a `migrate` that knows the table creates it before anything else. */
export class DatabaseEnvironments extends Migration {
  override up(): void {
    this.addSql(DATABASE_ENVIRONMENT);
  }
}
