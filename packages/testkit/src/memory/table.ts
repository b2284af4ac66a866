/** The committed rows of a kind, in order of insertion. */
export interface Table<Row> extends Rules<Row> {
  readonly name: string;
  readonly keyOf: (row: Row) => string;
  readonly committed: Committed<Row>;
}

interface Stored<Row> {
  readonly row: Row;
  readonly version: number;
}

class Committed<Row> {
  readonly #all = new Map<string, Stored<Row>>();
  #rows: readonly Row[] | undefined;

  get(key: string): Stored<Row> | undefined {
    return this.#all.get(key);
  }
  set(key: string, stored: Stored<Row>): void {
    this.#all.set(key, stored);
    this.#rows = undefined;
  }
  delete(key: string): void {
    if (this.#all.delete(key)) this.#rows = undefined;
  }
  entries(): Iterable<[string, Stored<Row>]> {
    return this.#all;
  }
  /** All rows. Returns the same array until a row changes. */
  rows(): readonly Row[] {
    return (this.#rows ??= Array.from(this.#all.values(), ({ row }) => row));
  }
}

interface Rules<Row> {
  /** Functions that return a value that must be unique. Null is not checked. */
  readonly unique?: readonly ((row: Row) => string | null)[];
  /** Foreign keys: for the name of another table, the key of the row that must exist there. */
  readonly refersTo?: Readonly<Record<string, (row: Row) => string>>;
}

export const table = <Row>(name: string, keyOf: (row: Row) => string, rules: Rules<Row> = {}): Table<Row> => ({
  name,
  keyOf,
  ...rules,
  committed: new Committed(),
});

/** A key of several parts, such as a company and an id. */
export const keyIn = (first: string, second: string, ...others: readonly string[]): string =>
  others.length === 0 ? pair(first, second) : [first, second, ...others].join('/');

/** Two texts as one. The result is cached, because a look-up with a newly made text takes ten times as long. */
const pair = (first: string, second: string): string => {
  let beginning = pairs.get(first);
  if (!beginning || beginning.size >= MOST_PAIRS) {
    if (pairs.size >= MOST_PAIRS) pairs.clear();
    pairs.set(first, (beginning = new Map<string, string>()));
  }
  let both = beginning.get(second);
  if (both === undefined) beginning.set(second, (both = `${first}/${second}`));
  return both;
};

const pairs = new Map<string, Map<string, string>>();
const MOST_PAIRS = 1_000;

/** The rows of a table as a unit of work sees them: the committed rows, overridden by the unit's own writes. */
export interface Rows<Row> {
  all(): readonly Row[];
  /** The row with a key, which is passed whole or in two parts. The unit of work can then save the row. */
  get(first: string, second?: string): Row | undefined;
  /** The row with a key, read only. */
  peek(first: string, second: string): Row | undefined;
  /** Like `get`, for the first row that matches. */
  first(isMatch: (row: Row) => boolean): Row | undefined;
  /** Adds a row. Throws if a unique value is taken, or a referenced row does not exist. */
  add(row: Row): void;
  /** Saves a row and returns the replaced row. Throws if this unit of work has neither found nor added the row. */
  save(row: Row): Row;
  /** Adds the row, or replaces the row with the same key. */
  put(row: Row): void;
  /** Finds the current row and saves it with these values. */
  change(row: Row, values: Partial<Row>): void;
  /** Whether all writes can be committed: no other unit has changed the same rows or taken a unique value. */
  isCurrent(): boolean;
  commit(): void;
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** The rows of the other tables, as the same unit of work sees them. */
interface OtherRows {
  rowsNamed(name: string): Rows<object>;
}

/** A class for speed, because each query begins a unit of work. A unit of work uses few tables. */
class RowsOfTable<Row extends object> implements Rows<Row> {
  readonly #table: Table<Row>;
  readonly #others: OtherRows;
  #found: ReadonlyMap<string, number> = NOTHING;
  #written: ReadonlyMap<string, Row> = NOTHING;

  constructor(table: Table<Row>, others: OtherRows) {
    this.#table = table;
    this.#others = others;
  }

  all(): readonly Row[] {
    const { committed } = this.#table;
    if (this.#written.size === 0) return committed.rows();
    const rows: Row[] = [];
    for (const [key, { row }] of committed.entries()) rows.push(this.#written.get(key) ?? row);
    for (const [key, row] of this.#written) if (!committed.get(key)) rows.push(row);
    return rows;
  }
  get(first: string, second?: string): Row | undefined {
    const { committed } = this.#table;
    const key = second === undefined ? first : keyIn(first, second);
    const own = this.#written.get(key);
    if (own) return own;
    const stored = committed.get(key);
    if (stored) this.#find(key, stored.version);
    return stored?.row;
  }
  peek(first: string, second: string): Row | undefined {
    return this.#rowOf(keyIn(first, second));
  }
  first(isMatch: (row: Row) => boolean): Row | undefined {
    const row = this.all().find(isMatch);
    return row && this.get(this.#table.keyOf(row));
  }
  add(row: Row): void {
    const { name, keyOf, committed, refersTo = {} } = this.#table;
    const key = keyOf(row);
    if (this.#written.has(key) || committed.get(key)) throw new Error(`there already is such a ${name}`);
    for (const [other, keyIn] of Object.entries(refersTo))
      if (!this.#others.rowsNamed(other).get(keyIn(row)))
        throw new Error(`a ${name} refers to a missing row of ${other}`);
    this.#write(key, row);
    this.#find(key, 0);
  }
  save(row: Row): Row {
    const { name, keyOf } = this.#table;
    const key = keyOf(row);
    const before = this.#rowOf(key);
    if (!this.#found.has(key) || !before)
      throw new Error(`a ${name} cannot be saved: this unit of work has not found it`);
    this.#write(key, row);
    return before;
  }
  put(row: Row): void {
    if (this.get(this.#table.keyOf(row))) this.save(row);
    else this.add(row);
  }
  change(row: Row, values: Partial<Row>): void {
    const key = this.#table.keyOf(row);
    const found = this.#found.get(key);
    const now = this.get(key);
    if (now) this.save({ ...now, ...values });
    // If this unit has found an older version, saving that version still causes a conflict.
    if (found !== undefined) this.#find(key, found);
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

  #find(key: string, version: number): void {
    if (this.#found === NOTHING) this.#found = new Map();
    (this.#found as Map<string, number>).set(key, version);
  }
  #rowOf(key: string): Row | undefined {
    return this.#written.get(key) ?? this.#table.committed.get(key)?.row;
  }
  #write(key: string, row: Row): void {
    if (!this.#isAlone(key, row, this.#rowOf(key)))
      throw new Error(`a unique value of the ${this.#table.name} is already taken`);
    if (this.#written === NOTHING) this.#written = new Map();
    (this.#written as Map<string, Row>).set(key, row);
  }
  /** Whether no other row has a unique value of this row. Values that this row had before are not checked. */
  #isAlone(key: string, row: Row, before: Row | undefined): boolean {
    const { unique = [], keyOf } = this.#table;
    return unique.every((valueOf) => {
      const value = valueOf(row);
      if (value === null || (before && valueOf(before) === value)) return true;
      return this.all().every((other) => valueOf(other) !== value || keyOf(other) === key);
    });
  }
}

export const rowsOf = <Row extends object>(table: Table<Row>, others: OtherRows): Rows<Row> =>
  new RowsOfTable(table, others);

/** Whether a row has all these values. Undefined values are ignored. */
export const has = <Row extends object>(values: { readonly [Name in keyof Row]?: Row[Name] | undefined }) => {
  const names = Object.keys(values) as (keyof Row)[];
  return (row: Row): boolean => {
    for (const name of names) if (values[name] !== undefined && row[name] !== values[name]) return false;
    return true;
  };
};
