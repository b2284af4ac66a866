import { buffer } from 'node:stream/consumers';
import { tableBytes, type ExportedTable } from '@vehicle-insurance/bordereaux';

/** A table as CSV for French spreadsheets. The file is the same as the console's. */
export const csvText = async (table: ExportedTable): Promise<string> =>
  (await buffer(tableBytes('csv', table))).toString().trimEnd();
