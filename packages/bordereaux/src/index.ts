// The reports of a month or another period for insurers: lists, totals, checksums and a PDF to sign, in a folder. Also
// tables as files.

export { ledgerTable } from './ledger-table.ts';
export { TABLE_FORMATS, tableBytes, type ExportedTable, type TableFormat } from './table-file.ts';
export type { Cell, WorkbookColumn } from './workbook.ts';
export { bordereauxIn, type BordereauxPlace } from './bordereaux-in.ts';
