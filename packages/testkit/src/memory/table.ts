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
export const keyIn = (first = '', second?: string, ...others: readonly string[]): string => {
  if (second === undefined) return first;
  return others.length === 0 ? `${first}/${second}` : [first, second, ...others].join('/');
};

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

const NOTHING_WRITTEN: ReadonlyMap<string, never> = new Map<string, never>();

/** A class, because a unit of work is begun for each query and touches few of its tables. */
class RowsOfTable<Row extends object> implements Rows<Row> {
  readonly #table: Table<Row>;
  readonly #isThere: (table: string, key: string) => boolean;
  readonly #found = new Map<string, number>();
  #written: ReadonlyMap<string, Row> = NOTHING_WRITTEN;

  constructor(table: Table<Row>, isThere: (table: string, key: string) => boolean) {
    this.#table = table;
    this.#isThere = isThere;
  }

  all(): readonly Row[] {
    const { committed } = this.#table;
    const rows: Row[] = [];
    if (this.#written.size === 0) for (const { row } of committed.values()) rows.push(row);
    else for (const [key, { row }] of committed) rows.push(this.#written.get(key) ?? row);
    for (const [key, row] of this.#written) if (!committed.has(key)) rows.push(row);
    return rows;
  }
  get(...parts: readonly string[]): Row | undefined {
    const key = keyIn(...parts);
    const own = this.#written.get(key);
    if (own) return own;
    const stored = this.#table.committed.get(key);
    if (stored) this.#found.set(key, stored.version);
    return stored?.row;
  }
  first(isMeant: (row: Row) => boolean): Row | undefined {
    const row = this.all().find(isMeant);
    return row && this.get(this.#table.keyOf(row));
  }
  add(row: Row): void {
    const { name, keyOf, committed, refersTo = {} } = this.#table;
    const key = keyOf(row);
    if (this.#written.has(key) || committed.has(key)) throw new Error(`there is such a ${name} already`);
    for (const [other, keyIn] of Object.entries(refersTo))
      if (!this.#isThere(other, keyIn(row)))
        throw new Error(`a ${name} refers to one of the ${other} that is not there`);
    this.#write(key, row);
    this.#found.set(key, 0);
  }
  save(row: Row): Row {
    const { name, keyOf } = this.#table;
    const key = keyOf(row);
    const before = this.#rowOf(key);
    if (!this.#found.has(key) || !before) throw new Error(`a ${name} is saved that this unit of work has not found`);
    this.#write(key, row);
    return before;
  }
  put(row: Row): void {
    if (this.get(this.#table.keyOf(row))) this.save(row);
    else this.add(row);
  }
  change(row: Row, values: Partial<Row>): void {
    const now = this.get(this.#table.keyOf(row));
    if (now) this.save({ ...now, ...values });
  }
  isCurrent(): boolean {
    for (const [key, row] of this.#written) {
      const now = this.#table.committed.get(key);
      if ((now?.version ?? 0) !== this.#found.get(key) || !this.#isAlone(key, row, now?.row)) return false;
    }
    return true;
  }
  commit(): void {
    for (const [key, row] of this.#written)
      this.#table.committed.set(key, { row, version: (this.#found.get(key) ?? 0) + 1 });
  }

  #rowOf(key: string): Row | undefined {
    return this.#written.get(key) ?? this.#table.committed.get(key)?.row;
  }
  #write(key: string, row: Row): void {
    if (!this.#isAlone(key, row, this.#rowOf(key)))
      throw new Error(`the ${this.#table.name} has a value that another has already`);
    if (this.#written === NOTHING_WRITTEN) this.#written = new Map();
    (this.#written as Map<string, Row>).set(key, row);
  }
  /** Whether no other row has one of its unique values. A value that the row had before is its own. */
  #isAlone(key: string, row: Row, before: Row | undefined): boolean {
    const { unique = [], keyOf } = this.#table;
    return unique.every((valueOf) => {
      const value = valueOf(row);
      if (value === null || (before && valueOf(before) === value)) return true;
      return this.all().every((other) => valueOf(other) !== value || keyOf(other) === key);
    });
  }
}

export const rowsOf = <Row extends object>(
  table: Table<Row>,
  isThere: (table: string, key: string) => boolean,
): Rows<Row> => new RowsOfTable(table, isThere);

/** Whether a row has all the given values; undefined ones are ignored. */
export const has = <Row extends object>(values: { readonly [Name in keyof Row]?: Row[Name] | undefined }) => {
  const asked = Object.entries(values).filter(([, value]) => value !== undefined) as [keyof Row, unknown][];
  return (row: Row): boolean => {
    for (const [name, value] of asked) if (row[name] !== value) return false;
    return true;
  };
};
