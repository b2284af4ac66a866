/** Rows of one kind as last committed, in order of insertion. */
export interface Table<Row> extends Rules<Row> {
  readonly name: string;
  readonly keyOf: (row: Row) => string;
  readonly committed: Map<string, { readonly row: Row; readonly version: number }>;
}

/** The constraints on the rows of a table. */
interface Rules<Row> {
  /** Each returns a value that must be unique; null is not checked. */
  readonly unique?: readonly ((row: Row) => string | null)[];
  /** Foreign keys: the key of a row that must exist in another table, by that table's name. */
  readonly refersTo?: Readonly<Record<string, (row: Row) => string>>;
}

export const table = <Row>(name: string, keyOf: (row: Row) => string, rules: Rules<Row> = {}): Table<Row> => ({
  name,
  keyOf,
  ...rules,
  committed: new Map(),
});

/** The key of a row: an id, or a company and an id. */
export const keyIn = (...parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? '') : parts.join('/'));

/** The rows of one table as one unit of work sees them: what is committed, overlaid with its own writes. */
export interface Rows<Row> {
  all(): readonly Row[];
  /** The row of a key, given whole or in parts. A row that was found can be saved. */
  get(...key: readonly string[]): Row | undefined;
  /** Like `get`, the first row that matches. */
  first(isMeant: (row: Row) => boolean): Row | undefined;
  /** Throws if a value that must be unique is taken, or a row that it refers to does not exist. */
  add(row: Row): void;
  /** Returns the row it replaces. Throws for a row that this unit has not found or added. */
  save(row: Row): Row;
  /** Adds the row, or replaces the one with its key. */
  put(row: Row): void;
  /** Finds the current row and saves it with these values. */
  change(row: Row, values: Partial<Row>): void;
  /** Whether all writes can be committed: no other unit has changed the same rows or taken a unique value. */
  isCurrent(): boolean;
  commit(): void;
}

export const rowsOf = <Row extends object>(
  { name, keyOf, unique = [], refersTo = {}, committed }: Table<Row>,
  isThere: (table: string, key: string) => boolean,
): Rows<Row> => {
  const found = new Map<string, number>();
  const written = new Map<string, Row>();

  const all = (): readonly Row[] => {
    const rows: Row[] = [];
    if (written.size === 0) for (const { row } of committed.values()) rows.push(row);
    else for (const [key, { row }] of committed) rows.push(written.get(key) ?? row);
    for (const [key, row] of written) if (!committed.has(key)) rows.push(row);
    return rows;
  };
  /** Whether no other row has one of its unique values. A value that the row had before is its own. */
  const isAlone = (key: string, row: Row, before: Row | undefined): boolean =>
    unique.every((valueOf) => {
      const value = valueOf(row);
      if (value === null || (before && valueOf(before) === value)) return true;
      return all().every((other) => valueOf(other) !== value || keyOf(other) === key);
    });
  const rowOf = (key: string): Row | undefined => written.get(key) ?? committed.get(key)?.row;
  const write = (key: string, row: Row): void => {
    if (!isAlone(key, row, rowOf(key))) throw new Error(`the ${name} has a value that another has already`);
    written.set(key, row);
  };
  const get = (...parts: readonly string[]): Row | undefined => {
    const key = keyIn(...parts);
    const own = written.get(key);
    if (own) return own;
    const stored = committed.get(key);
    if (stored) found.set(key, stored.version);
    return stored?.row;
  };
  const add = (row: Row): void => {
    const key = keyOf(row);
    if (written.has(key) || committed.has(key)) throw new Error(`there is such a ${name} already`);
    for (const [other, keyIn] of Object.entries(refersTo))
      if (!isThere(other, keyIn(row))) throw new Error(`a ${name} refers to one of the ${other} that is not there`);
    write(key, row);
    found.set(key, 0);
  };
  const save = (row: Row): Row => {
    const key = keyOf(row);
    const before = rowOf(key);
    if (!found.has(key) || !before) throw new Error(`a ${name} is saved that this unit of work has not found`);
    write(key, row);
    return before;
  };

  return {
    all,
    get,
    first: (isMeant) => {
      const row = all().find(isMeant);
      return row && get(keyOf(row));
    },
    add,
    save,
    put: (row) => void (get(keyOf(row)) ? save(row) : add(row)),
    change: (row, values) => {
      const now = get(keyOf(row));
      if (now) save({ ...now, ...values });
    },
    isCurrent: () =>
      [...written].every(([key, row]) => {
        const now = committed.get(key);
        return (now?.version ?? 0) === found.get(key) && isAlone(key, row, now?.row);
      }),
    commit: () => {
      for (const [key, row] of written) committed.set(key, { row, version: (found.get(key) ?? 0) + 1 });
    },
  };
};

/** Whether a row has all the given values; undefined ones are ignored. */
export const has = <Row extends object>(values: { readonly [Name in keyof Row]?: Row[Name] | undefined }) => {
  const asked = Object.entries(values).filter(([, value]) => value !== undefined) as [keyof Row, unknown][];
  return (row: Row): boolean => asked.every(([name, value]) => row[name] === value);
};
