import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bordereau, BordereauRow, TimeZone } from '@vehicle-insurance/core';
import { writeCsv } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import { BORDEREAU_WORDS } from '@vehicle-insurance/contract-document';
import { cellsOf, COLUMNS, type Cell } from './bordereau-rows.ts';

/** One list of a bordereau, as CSV and as a workbook beside it. */
export interface BordereauList {
  add(rows: readonly BordereauRow[]): Promise<void>;
  /** Both files are whole. */
  finish(): Promise<void>;
  /** Ends both as they are: something has failed. */
  abandon(): Promise<void>;
}

/** Batches that wait for the workbook: it is the slower of the two. */
const AHEAD = 2;

const FORMATS = { text: undefined, day: 'dd/mm/yyyy', francs: '#,##0' } as const;

/** Writes `PATH.csv` and `PATH.xlsx`, row by row, with nothing of their making in them. */
export const bordereauList = async (path: string, list: Bordereau, zone: TimeZone): Promise<BordereauList> => {
  const columns = COLUMNS[list];
  const csv = await open(`${path}.csv`, 'wx');
  await csv.appendFile(csvLines([columns.map(({ title }) => title)]));
  const batches = new PassThrough({ objectMode: true, highWaterMark: AHEAD });
  const workbook = writeXlsxStream(valuesIn(batches, list), {
    name: BORDEREAU_WORDS.lists[list],
    columns: columns.map(({ title, width, kind }) => ({
      ...{ header: title, width },
      ...(FORMATS[kind] && { numFmt: FORMATS[kind] }),
    })),
    freezePane: { rows: 1 },
  });
  const written = pipeline(Readable.fromWeb(workbook), createWriteStream(`${path}.xlsx`, { flags: 'wx' }));
  // Whoever waits for room meets it, and whoever finishes.
  written.catch((error: Error) => batches.destroy(error));
  batches.on('error', () => undefined);
  return {
    add: async (rows) => {
      const cells = rows.map((row) => cellsOf(row, zone));
      await csv.appendFile(csvLines(cells));
      if (!batches.write(cells)) await once(batches, 'drain');
    },
    finish: async () => {
      batches.end();
      await Promise.all([csv.close(), written]);
    },
    abandon: async () => {
      batches.destroy();
      await Promise.allSettled([csv.close(), written]);
    },
  };
};

/** Lines of a CSV file, in which no spreadsheet finds a formula. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : `${writeCsv(
        rows.map((row) => row.map(harmless)),
        { lineSeparator: '\n' },
      ).trimEnd()}\n`;

/**
 * What a cell can begin with that makes it a formula; in full width as well. A spreadsheet in French splits at semicolons:
 * for it the quotes of a field in the middle of a line are none, and a cell begins wherever the name has a semicolon.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** With an apostrophe before it, it is a text. */
const harmless = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell);

/** Days are days in a workbook, too. */
const valuesIn = async function* (batches: PassThrough, list: Bordereau) {
  const isDay = COLUMNS[list].map(({ kind }) => kind === 'day');
  for await (const batch of batches)
    for (const cells of batch as readonly (readonly Cell[])[])
      yield cells.map((cell, at) => (isDay[at] ? new Date(`${cell}T00:00:00Z`) : inWorkbook(cell)));
};

/** XML has no U+FFFE and U+FFFF, which a name may have; and `_x0041_` would be read as an escape. */
const inWorkbook = (cell: Cell): Cell =>
  typeof cell === 'string'
    ? cell.replace(/[\uFFFE\uFFFF]/g, '\uFFFD').replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    : cell;
