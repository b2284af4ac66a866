import type { Compilable } from 'kysely';

/**
 * A statement with its values, in the driver's form. A connection prepares a statement once under its name. A statement
 * without a name is not prepared.
 */
export interface Prepared<Row = unknown> {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode?: 'array';
  /** Milliseconds to wait for the answer. Absent: the limit of the connection. */
  readonly answerWithin?: number;
  /** The type of the rows that the statement returns; never set. */
  readonly row?: Row;
}

/** A statement that is compiled on first use, and then used with other values. */
export type Statement<Given, Row> = (given: Given) => Prepared<Row>;

/** A placeholder for a value while a statement is compiled. */
class Place {
  readonly field: string;
  constructor(field: string) {
    this.field = field;
  }
}

/** Every property is a placeholder, typed as the value that will replace it. */
const PLACES = new Proxy(
  {},
  {
    get: (_, field) => new Place(String(field)),
    ownKeys: () => {
      throw new Error('a statement must read each value by name: `...rest` would contain none');
    },
  },
);

/**
 * Declares a statement. The argument of `build` contains placeholders, not values, so `build` can only pass them on.
 */
export const statement = <Given extends object, Row>(
  name: string,
  build: (given: Given) => Compilable<Row>,
): Statement<Given, Row> => {
  let compiled: { readonly sql: string; readonly parameters: readonly unknown[] } | undefined;
  return (given) => {
    compiled ??= build(PLACES as Given).compile();
    const { sql: text, parameters } = compiled;
    const values = parameters.map((each) => (each instanceof Place ? given[each.field as keyof Given] : each));
    return { name, text, values };
  };
};

/**
 * Statements whose text depends on a few words, such as the names of the filters. Each set of words is prepared
 * separately.
 */
export const statementsBy = <Given extends object, Row>(
  name: string,
  build: (given: Given, words: readonly string[]) => Compilable<Row>,
): ((words: readonly string[], given: Given) => Prepared<Row>) => {
  const made = new Map<string, Statement<Given, Row>>();
  return (words, given) => {
    // PostgreSQL truncates a name to 63 characters.
    const title = `${name} by ${words.map((word) => word.slice(0, 4) + word.slice(-2)).join(' ')}`;
    const known = made.get(title) ?? statement<Given, Row>(title, (places) => build(places, words));
    made.set(title, known);
    return known(given);
  };
};

/** A statement that is not prepared, because its text depends on the request. */
export const unpreparedStatement = <Row>(built: Compilable<Row>): Prepared<Row> => {
  const { sql: text, parameters } = built.compile();
  return { text, values: [...parameters] };
};

/** A statement in plain SQL, for queries that the builder cannot express. */
export const plain = <Row>(name: string, text: string, values: readonly unknown[] = []): Prepared<Row> => ({
  name,
  text,
  values: [...values],
});

/** A result of the driver with rows as arrays, which the driver builds in half the time of objects. */
export interface Answered {
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

export const rowsIn = <Row>({ fields, rows }: Answered): readonly Row[] =>
  rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let n = 0; n < fields.length; n += 1) row[fields[n]?.name ?? ''] = values[n];
    return row as Row;
  });
