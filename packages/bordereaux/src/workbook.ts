import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { partsOf, placed, rowOf, SHEET_END, sheetBegin, type Cell, type WorkbookColumn } from './workbook-parts.ts';

/** A workbook that is written row by row. The same rows make the same bytes, whenever and wherever they are written. */
export interface Workbook {
  add(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
  /** Closes the file unfinished, after a failure. */
  abandon(): Promise<void>;
}

/** Rows of a sheet, its headings included (ECMA-376's spreadsheets have no more). */
const SHEET_ROWS = 1_048_576;

/** Characters that are passed on at a time: passing on each row takes twice as long. */
const AT_ONCE = 1 << 18;

/** Zip stores a local time: this one is the same in every time zone. Light compression takes a third of the time. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644, compressionLevel: 1 };

/** Writes a new file; rows continue in another sheet when one is full. */
export const workbook = (
  path: string,
  name: string,
  columns: readonly WorkbookColumn[],
  sheetRows = SHEET_ROWS,
): Workbook => {
  const inPlace = placed(columns);
  const zip = new ZipFile();
  const file = createWriteStream(path, { flags: 'wx' });
  const written = pipeline(zip.outputStream, file);
  // A write error is thrown where a row waits for room, and at the end.
  written.catch(() => undefined);
  const begin = sheetBegin(inPlace);
  let sheets = 0;
  let sheet: PassThrough | undefined;
  let rowsLeft = 0;
  let text = '';

  const hand = async (): Promise<void> => {
    const bytes = Buffer.from(text);
    text = '';
    if (sheet && !sheet.write(bytes)) await Promise.race([once(sheet, 'drain'), written]);
  };
  const endSheet = async (): Promise<void> => {
    text += SHEET_END;
    await hand();
    sheet?.end();
  };
  const beginSheet = async (): Promise<void> => {
    if (sheet) await endSheet();
    sheets += 1;
    sheet = new PassThrough({ highWaterMark: AT_ONCE });
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, ENTRY);
    text = begin;
    rowsLeft = sheetRows - 1;
  };

  return {
    add: async (rows) => {
      for (const row of rows) {
        if (rowsLeft === 0) await beginSheet();
        text += rowOf(sheetRows - rowsLeft + 1, row, inPlace);
        rowsLeft -= 1;
        if (text.length >= AT_ONCE) await hand();
      }
    },
    finish: async () => {
      if (!sheet) await beginSheet();
      await endSheet();
      for (const [part, xml] of partsOf(name, sheets)) zip.addBuffer(Buffer.from(xml), part, ENTRY);
      zip.end();
      await written;
    },
    abandon: async () => {
      sheet?.destroy();
      file.destroy();
      await Promise.allSettled([written]);
    },
  };
};
