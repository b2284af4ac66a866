import { drawLines, heightOf, room, turnPage, type Align, type Line, type Sheet } from './sheet.ts';
import { COLOUR, LOWEST, MARGIN, TEXT_WIDTH } from './theme.ts';

export interface Cell {
  readonly lines: readonly Line[];
  readonly x: number;
  readonly width: number;
  readonly align?: Align;
}

export interface RowStyle {
  readonly padding: number;
  readonly fill?: string;
  /** Whether to draw a hairline under the row. */
  readonly ruled?: boolean;
  /** Draws the column titles at the top of every new page that the row needs. */
  readonly head?: (sheet: Sheet) => void;
  /** The height of the following element, which must share a page with at least the last lines of the row. */
  readonly reserve?: number;
}

/** The height of the last lines of a row, which move to the page of the following element. */
const LAST_LINES = 34;

/**
 * Draws cells side by side. A row that does not fit moves to the next page as a whole. A row is divided only if the row
 * and its `reserve` are taller than a page.
 */
export const drawRow = (sheet: Sheet, cells: readonly Cell[], style: RowStyle): void => {
  const { padding, reserve = 0 } = style;
  const next = (): void => {
    turnPage(sheet);
    style.head?.(sheet);
  };
  const drawUpTo = (rest: readonly Cell[], height: number): readonly Cell[] => {
    const parts = rest.map((cell) => divide(cell, height - 2 * padding));
    const fitting = parts.map(([first]) => first);
    if (fitting.some(({ lines }) => lines.length > 0)) drawPart(sheet, fitting, height, style);
    next();
    return parts.map(([, left]) => left);
  };
  const needed = heightOfRow(cells, padding) + reserve;
  if (needed > room(sheet) && needed <= LOWEST - MARGIN.top - 60) next();
  let rest = cells;
  while (heightOfRow(rest, padding) > room(sheet)) rest = drawUpTo(rest, room(sheet));
  if (heightOfRow(rest, padding) + reserve > room(sheet))
    rest = drawUpTo(rest, heightOfRow(rest, padding) - LAST_LINES);
  drawPart(sheet, rest, heightOfRow(rest, padding), style);
};

/** The height of a row that is not divided. */
export const heightOfRow = (cells: readonly Cell[], padding: number): number =>
  Math.max(...cells.map(({ lines }) => heightOf(lines))) + 2 * padding;

const divide = (cell: Cell, height: number): readonly [fitting: Cell, left: Cell] => {
  const fits = cell.lines.findIndex((_, at) => heightOf(cell.lines.slice(0, at + 1)) > height);
  const count = fits === -1 ? cell.lines.length : fits;
  return [
    { ...cell, lines: cell.lines.slice(0, count) },
    { ...cell, lines: cell.lines.slice(count) },
  ];
};

const drawPart = (sheet: Sheet, cells: readonly Cell[], height: number, { padding, fill, ruled }: RowStyle): void => {
  const { pdf, y } = sheet;
  if (fill) pdf.rect(MARGIN.side, y, TEXT_WIDTH, height).fill(fill);
  for (const { lines, ...place } of cells) drawLines(sheet, lines, { ...place, y: y + padding });
  sheet.y = y + height;
  if (ruled) drawRule(sheet);
};

/** Draws a hairline across the page. */
export const drawRule = ({ pdf, y }: Sheet, colour: string = COLOUR.rule, thickness = 0.6): void => {
  pdf
    .moveTo(MARGIN.side, y)
    .lineTo(MARGIN.side + TEXT_WIDTH, y)
    .lineWidth(thickness)
    .stroke(colour);
};
