import { buffer } from 'node:stream/consumers';
import { tableBytes, type ExportedTable } from '@vehicle-insurance/bordereaux';

/** A table as CSV for French spreadsheets, identical to the console's file. */
export const csvText = async (table: ExportedTable): Promise<string> =>
  (await buffer(tableBytes('csv', table))).toString().trimEnd();
