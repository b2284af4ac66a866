import { drawRow, heightOfRow, type Cell } from './row.ts';
import { keepTogether, typeset, type Align, type Sheet } from './sheet.ts';
import { INSET, MARGIN, STYLE, TEXT_WIDTH, type Style } from './theme.ts';

export interface Column {
  readonly title: string;
  /** The column's fraction of the table's width. The fractions of all columns add up to one. */
  readonly share: number;
  readonly align?: Align;
}

export interface TableRow {
  readonly cells: readonly { readonly text: string; readonly style: Style }[];
  readonly fill?: string;
}

const PADDING = 3;
/** The titles move to the next page unless the first row, or this height of it, fits below them. */
const LONGEST_FIRST = 300;

/** Draws a table whose column titles are repeated on every page. */
export const drawTable = (sheet: Sheet, columns: readonly Column[], rows: readonly TableRow[]): void => {
  const titles = { cells: columns.map(({ title }) => ({ text: title, style: STYLE.columnTitle })) };
  const head = (on: Sheet): void => drawRow(on, cellsOf(on, columns, titles), { padding: PADDING, ruled: true });
  const [first, ...more] = [titles, ...rows.slice(0, 1)].map((row) =>
    heightOfRow(cellsOf(sheet, columns, row), PADDING),
  );
  keepTogether(sheet, (first ?? 0) + Math.min(more[0] ?? 0, LONGEST_FIRST));
  head(sheet);
  for (const row of rows)
    drawRow(sheet, cellsOf(sheet, columns, row), {
      padding: PADDING,
      head,
      ...(row.fill ? { fill: row.fill } : { ruled: true }),
    });
};

const cellsOf = (sheet: Sheet, columns: readonly Column[], { cells }: TableRow): readonly Cell[] =>
  columns.map(({ share, align = 'left' }, at) => {
    const before = columns.slice(0, at).reduce((total, column) => total + column.share, 0);
    const width = share * TEXT_WIDTH - 2 * INSET;
    const { text, style } = cells[at] ?? { text: '', style: STYLE.body };
    return {
      lines: text === '' ? [] : typeset(sheet, text, style, width),
      x: MARGIN.side + before * TEXT_WIDTH + INSET,
      width,
      align,
    };
  });
