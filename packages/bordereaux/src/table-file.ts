import { SPREADSHEET_CSV } from '@vehicle-insurance/core';
import { writeCsv } from 'hucre/csv';
import { workbookBytes, type Cell, type WorkbookColumn } from './workbook.ts';

/** The formats in which a table is exported. */
export const TABLE_FORMATS = ['csv', 'xlsx'] as const;

/** One of these formats. */
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A table to export: its name, its columns from left to right, and its rows in batches. */
export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** A table as the bytes of a file. The bytes are generated while the rows are read. */
export const tableBytes = (format: TableFormat, { name, columns, rows }: ExportedTable): AsyncIterable<Uint8Array> =>
  format === 'csv' ? csvBytes(columns, rows) : workbookBytes(name, columns, each(rows));

async function* csvBytes(
  columns: ExportedTable['columns'],
  rows: ExportedTable['rows'],
): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(csvText([columns.map(({ title }) => title)]));
  for await (const some of rows) if (some.length > 0) yield Buffer.from(csvLines(some));
}

async function* each(rows: ExportedTable['rows']): AsyncGenerator<readonly Cell[], void> {
  for await (const some of rows) yield* some;
}

/** A whole CSV file. */
export const csvText = (rows: readonly (readonly Cell[])[]): string => SPREADSHEET_CSV.mark + csvLines(rows);

/** Lines of a CSV file in which no spreadsheet recognises a formula. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : `${writeCsv(
        rows.map((row) => row.map(neutralize)),
        { delimiter: SPREADSHEET_CSV.separator, lineSeparator: '\n' },
      ).trimEnd()}\n`;

/**
 * Where a formula could begin, with ordinary or full-width signs. A spreadsheet in another language splits lines at
 * commas. Quotes in the middle of a line then protect no field, and any comma in a name begins a cell.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** A quick check: a text without any of these signs contains no formula. */
const SUSPECT = /[=+\-@＝＋－＠]/;

/** A leading apostrophe turns a formula into a text. */
const neutralize = (cell: Cell): Cell =>
  typeof cell === 'string' && SUSPECT.test(cell) ? cell.replace(FORMULA, "'") : cell;
