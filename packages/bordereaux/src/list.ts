import { open } from 'node:fs/promises';
import type { Bordereau, BordereauRow, TimeZone } from '@vehicle-insurance/core';
import { BORDEREAU_WORDS } from '@vehicle-insurance/contract-document';
import { cellsOf, COLUMNS } from './rows.ts';
import { csvLines, csvText } from './table-file.ts';
import { workbook } from './workbook.ts';

/** One list of a bordereau, as a CSV file and a workbook. */
export interface BordereauList {
  add(rows: readonly BordereauRow[]): Promise<void>;
  /** Completes both files. */
  finish(): Promise<void>;
  /** Closes both files without completing them, after a failure. */
  abandon(): Promise<void>;
}

/** Writes `PATH.csv` and `PATH.xlsx`, row by row. The same rows always give the same bytes. */
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
