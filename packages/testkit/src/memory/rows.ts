import type { Table } from './table.ts';

/** The rows of one table as one unit of work sees them: what is committed, under what it has written itself. */
export interface Rows<Row> {
  all(): readonly Row[];
  get(key: string): Row | undefined;
  /** As `get`, but a row that was only peeked at has not been found: it cannot be saved. */
  peek(key: string): Row | undefined;
  /** Throws when a value that must be unique is taken already. */
  add(row: Row): void;
  /** Throws for a row this unit has not found or added. */
  save(row: Row): void;
  /** Whether all that was written can be committed: nobody has changed the same rows, or taken a unique value, since. */
  isCurrent(): boolean;
  commit(): void;
}

export const rowsOf = <Row>({ name, keyOf, unique, rows: committed }: Table<Row>): Rows<Row> => {
  const found = new Map<string, number>();
  const written = new Map<string, Row>();

  const all = (): readonly Row[] => [
    ...[...committed].map(([key, { row }]) => written.get(key) ?? row),
    ...[...written].flatMap(([key, row]) => (committed.has(key) ? [] : [row])),
  ];
  const isAlone = (row: Row): boolean =>
    unique.every((valueOf) => {
      const value = valueOf(row);
      return value === null || all().every((other) => keyOf(other) === keyOf(row) || valueOf(other) !== value);
    });
  const write = (row: Row): void => {
    if (!isAlone(row)) throw new Error(`the ${name} has a value that another has already`);
    written.set(keyOf(row), row);
  };

  return {
    all,
    get: (key) => {
      if (written.has(key)) return written.get(key);
      const stored = committed.get(key);
      if (stored) found.set(key, stored.version);
      return stored?.row;
    },
    peek: (key) => written.get(key) ?? committed.get(key)?.row,
    add: (row) => {
      const key = keyOf(row);
      if (written.has(key) || committed.has(key)) throw new Error(`there is such a ${name} already`);
      write(row);
      found.set(key, 0);
    },
    save: (row) => {
      if (!found.has(keyOf(row))) throw new Error(`a ${name} is saved that this unit of work has not found`);
      write(row);
    },
    isCurrent: () =>
      [...written].every(([key, row]) => (committed.get(key)?.version ?? 0) === found.get(key) && isAlone(row)),
    commit: () => {
      for (const [key, row] of written) committed.set(key, { row, version: (found.get(key) ?? 0) + 1 });
    },
  };
};
