import { open } from 'node:fs/promises';
import { SPREADSHEET_CSV, type Bordereau, type BordereauRow, type TimeZone } from '@vehicle-insurance/core';
import { BORDEREAU_WORDS } from '@vehicle-insurance/contract-document';
import { writeCsv } from 'hucre/csv';
import { cellsOf, COLUMNS } from './rows.ts';
import { workbook, type Cell } from './workbook.ts';

/** One list of a bordereau, as a CSV file and a workbook. */
export interface BordereauList {
  add(rows: readonly BordereauRow[]): Promise<void>;
  /** Completes both files. */
  finish(): Promise<void>;
  /** Closes both files unfinished, after a failure. */
  abandon(): Promise<void>;
}

/** Writes `PATH.csv` and `PATH.xlsx`, row by row. The files do not depend on the time and place of writing. */
export const bordereauList = async (path: string, list: Bordereau, zone: TimeZone): Promise<BordereauList> => {
  const columns = COLUMNS[list];
  const csv = await open(`${path}.csv`, 'wx');
  await csv.appendFile(csvText([columns.map(({ title }) => title)]));
  const book = workbook(`${path}.xlsx`, BORDEREAU_WORDS.lists[list], columns);
  return {
    add: async (rows) => {
      const cells = rows.map((row) => cellsOf(row, zone));
      await csv.appendFile(csvLines(cells));
      await book.add(cells);
    },
    finish: async () => {
      await Promise.all([csv.close(), book.finish()]);
    },
    abandon: async () => {
      await Promise.allSettled([csv.close(), book.abandon()]);
    },
  };
};

/** A whole CSV file. */
export const csvText = (rows: readonly (readonly Cell[])[]): string => SPREADSHEET_CSV.mark + csvLines(rows);

/** Lines of a CSV file that contain no formula for any spreadsheet. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : `${writeCsv(
        rows.map((row) => row.map(neutralize)),
        { delimiter: SPREADSHEET_CSV.separator, lineSeparator: '\n' },
      ).trimEnd()}\n`;

/**
 * The beginnings of formulas, including full-width signs. A spreadsheet in another language splits at commas. Then
 * quotes in the middle of a line protect no field, and any comma in a name begins a cell.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** A quick check: a text without any of these contains no formula. */
const SUSPECT = /[=+\-@＝＋－＠]/;

/** A leading apostrophe turns a formula into a text. */
const neutralize = (cell: Cell): Cell =>
  typeof cell === 'string' && SUSPECT.test(cell) ? cell.replace(FORMULA, "'") : cell;
