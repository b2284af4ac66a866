import { Migration } from '@mikro-orm/migrations';

/** A migration under its name in the database's migration table. */
export interface Step {
  readonly name: string;
  readonly class: new (...made: ConstructorParameters<typeof Migration>) => Migration;
}

/**
 * One change in several migrations, each in its own transaction. Each locks a single table that is in use, and does one
 * thing to it (columns, rows or indexes): holding one lock while waiting for another can deadlock with a request, and
 * updating rows after adding columns blocks readers meanwhile.
 */
export const steps = (number: string, statements: Readonly<Record<string, readonly string[]>>): readonly Step[] =>
  Object.entries(statements).map(([what, all], index) => ({
    name: `${number}-${String(index + 1).padStart(2, '0')} ${what}`,
    class: class extends Migration {
      override up(): void {
        for (const statement of all) this.addSql(statement);
      }
    },
  }));

/** Indexes by name. Those created beforehand (concurrently, without blocking writers) are left as they are. */
export const indexes = (on: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(on).map(([name, what]) => `create index if not exists ${name} on ${what}`);
