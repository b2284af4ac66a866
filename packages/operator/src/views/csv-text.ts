import { buffer } from 'node:stream/consumers';
import { tableBytes, type ExportedTable } from '@vehicle-insurance/bordereaux';

/** A table as CSV for French spreadsheets, like the console's file but without the last line break. */
export const csvText = async (table: ExportedTable): Promise<string> =>
  (await buffer(tableBytes('csv', table))).toString().trimEnd();
