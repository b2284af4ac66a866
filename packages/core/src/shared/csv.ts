/**
 * How CSV that people open in a spreadsheet is written. Without the byte order mark, Excel reads it as Windows-1252; in
 * French, it splits lines at semicolons.
 */
export const SPREADSHEET_CSV = { mark: '\ufeff', separator: ';' } as const;
