import { buffer } from 'node:stream/consumers';
import { tableBytes, type ExportedTable } from '@vehicle-insurance/bordereaux';

/** A table as CSV, as spreadsheets in French open it: the same file as the console's. */
export const csvText = async (table: ExportedTable): Promise<string> =>
  (await buffer(tableBytes('csv', table))).toString().trimEnd();
