/** What rows of a list must be like, as SQL that names the place of its value; absent where nothing is asked. */
export interface Condition {
  /** Tells a statement with it from one without. */
  readonly name: string;
  readonly sql: (place: string) => string;
  readonly value: unknown;
}

/** The condition on a value that may not be asked for. */
export const when = (name: string, value: unknown, sql: Condition['sql']): readonly Condition[] =>
  value === undefined ? [] : [{ name, sql, value }];

/**
 * The part of a statement that follows `where`, what the statement is then called, and its values. Only what is asked
 * stands in it, so that each combination has a plan of its own.
 */
export const together = (conditions: readonly Condition[]) => ({
  where: ['true', ...conditions.map(({ sql }, place) => sql(`$${place + 1}`))].join(' and '),
  name: conditions.map(({ name }) => name).join(' '),
  values: conditions.map(({ value }) => value),
  /** The place of the value after them. */
  next: `$${conditions.length + 1}`,
});
