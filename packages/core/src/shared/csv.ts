/**
 * The format of CSV that people open in a spreadsheet. Without the byte order mark, Excel reads the file as
 * Windows-1252. A French Excel separates columns at semicolons.
 */
export const SPREADSHEET_CSV = { mark: '\ufeff', separator: ';' } as const;
