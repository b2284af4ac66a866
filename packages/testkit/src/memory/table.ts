/** Rows of one kind, as they were last committed, in the order in which they were added. */
export interface Table<Row> {
  readonly name: string;
  readonly keyOf: (row: Row) => string;
  /** Each gives a value that only one row may have; null is no value. */
  readonly unique: readonly ((row: Row) => string | null)[];
  readonly rows: Map<string, { readonly row: Row; readonly version: number }>;
}

export const table = <Row>(
  name: string,
  keyOf: Table<Row>['keyOf'],
  unique: Table<Row>['unique'] = [],
): Table<Row> => ({
  name,
  keyOf,
  unique,
  rows: new Map(),
});
