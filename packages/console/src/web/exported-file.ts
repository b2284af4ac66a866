import { TABLE_FORMATS, tableBytes, type ExportedTable, type TableFormat } from '@vehicle-insurance/bordereaux';
import { html, type Html } from './html.ts';
import type { File } from './route.ts';

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The format in a URL; undefined if it is absent or unknown. */
export const formatIn = (query: URLSearchParams): TableFormat | undefined =>
  TABLE_FORMATS.find((each) => each === query.get('format'));

/** A table as a file, which is generated while it is sent. */
export const exportedFile = (format: TableFormat, name: string, table: ExportedTable): File => ({
  bytes: { stream: tableBytes(format, table) },
  type: TYPES[format],
  name: `${name}.${format}`,
  isKept: true,
});

/** Links to the exported files of a page's list. */
export const downloads = (path: string, query: string): readonly Html[] =>
  TABLE_FORMATS.map(
    (format) =>
      html`<a class="button quiet" href="${path}?${query}${query && '&'}format=${format}"
        >Télécharger (${format.toUpperCase()})</a
      >`,
  );
