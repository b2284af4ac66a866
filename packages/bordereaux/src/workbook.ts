import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET, type CellValue } from 'hucre/xlsx';

/** A cell: a text, a number, or a day such as 2026-11-30 in a column of days. */
export type Cell = string | number;

/** A column of a workbook. `width` is in digits. */
export interface WorkbookColumn {
  readonly title: string;
  readonly width: number;
  readonly kind: 'text' | 'day' | 'francs';
}

/** A workbook that is written row by row. The same rows always give the same bytes. */
export interface Workbook {
  add(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Closes the file without completing it, after a failure. */
  abandon(): Promise<void>;
}

const FORMATS = { text: '@', day: 'dd/mm/yyyy', francs: '#,##0' } as const;

/** A workbook as the bytes of a file. The bytes are generated while the rows are read. */
export const workbookBytes = (
  name: string,
  columns: readonly WorkbookColumn[],
  rows: AsyncIterable<readonly Cell[]>,
  sheetRows = XLSX_MAX_ROWS_PER_SHEET,
): AsyncIterable<Uint8Array> => {
  const valueOf = (cell: Cell, at: number): CellValue => {
    if (typeof cell === 'number') return cell;
    return columns[at]?.kind === 'day' && cell !== '' ? new Date(cell) : escapeText(cell);
  };
  const values = async function* (): AsyncGenerator<CellValue[], void> {
    for await (const row of rows) yield row.map(valueOf);
  };
  return writeXlsxStream(values(), {
    name,
    columns: columns.map(({ title, width, kind }) => ({ header: title, width, numFmt: FORMATS[kind] })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: sheetRows,
  });
};

/** Writes a new file. When a sheet is full, rows continue in another sheet with the same headings. */
export const workbook = (
  path: string,
  name: string,
  columns: readonly WorkbookColumn[],
  sheetRows = XLSX_MAX_ROWS_PER_SHEET,
): Workbook => {
  const rows = new PassThrough({ objectMode: true });
  const bytes = workbookBytes(name, columns, rows as AsyncIterable<readonly Cell[]>, sheetRows);
  const written = pipeline(bytes, createWriteStream(path, { flags: 'wx' }));
  // The error is not lost: `add` throws it when a row waits for buffer space, and `finish` throws it too.
  written.catch(() => undefined);
  return {
    add: async (some) => {
      for (const row of some) if (!rows.write(row)) await Promise.race([once(rows, 'drain'), written]);
    },
    finish: async () => {
      rows.end();
      await written;
    },
    abandon: async () => {
      rows.destroy();
      await Promise.allSettled([written]);
    },
  };
};

/**
 * XML does not allow most control characters. Spreadsheets write them as `_x0007_`, and escape texts that already look
 * like that. U+FFFE and U+FFFF, which a name may contain, are replaced.
 */
const escapeText = (text: string): string =>
  text
    // The next underscore may belong to the escape of a control character.
    // oxlint-disable-next-line no-control-regex -- they are looked for
    .replace(/_(?=x[0-9A-Fa-f]{4}[_\u0000-\u0008\u000B-\u001F])/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- they are replaced
    .replace(/[\u0000-\u0008\u000B-\u001F]/g, (letter) => `_x${hex(letter)}_`)
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD');

const hex = (letter: string): string => letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
