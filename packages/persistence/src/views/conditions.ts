/** A condition on the rows of a list, as SQL around the placeholder of its value. */
export interface Condition {
  /** Distinguishes a statement with it from one without. */
  readonly name: string;
  readonly sql: (place: string) => string;
  readonly value: unknown;
}

/** The condition, if a value is given for it. */
export const when = (name: string, value: unknown, sql: Condition['sql']): readonly Condition[] =>
  value === undefined ? [] : [{ name, sql, value }];

/**
 * The `where` clause, a name for its combination of conditions, and its values. Only conditions in use appear in it, so
 * that each combination has its own plan.
 */
export const together = (conditions: readonly Condition[]) => ({
  where: ['true', ...conditions.map(({ sql }, place) => sql(`$${place + 1}`))].join(' and '),
  name: conditions.map(({ name }) => name).join(' '),
  values: conditions.map(({ value }) => value),
  /** The placeholder after them. */
  next: `$${conditions.length + 1}`,
});
