import { Migration } from '@mikro-orm/migrations';

/** A migration under the name by which a database remembers it. */
export interface Step {
  readonly name: string;
  readonly class: new (...made: ConstructorParameters<typeof Migration>) => Migration;
}

/**
 * One change in several migrations, each a transaction of its own. Each locks a single table that is in use, and does one
 * thing to it (columns, rows or indexes): what holds one lock while it waits for another can deadlock with a
 * request, and what changes rows after columns keeps its readers waiting meanwhile.
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

/** Indexes by their names. Those that were made beforehand, without holding up any writer, are left as they are. */
export const indexes = (on: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(on).map(([name, what]) => `create index if not exists ${name} on ${what}`);
