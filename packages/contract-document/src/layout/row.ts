import { drawLines, heightOf, room, turnPage, type Align, type Line, type Sheet } from './sheet.ts';
import { COLOUR, LOWEST, MARGIN, TEXT_WIDTH } from './theme.ts';

export interface Cell {
  readonly lines: readonly Line[];
  readonly x: number;
  readonly width: number;
  readonly align?: Align;
}

export interface RowLook {
  readonly padding: number;
  readonly fill?: string;
  /** A hairline under the row. */
  readonly ruled?: boolean;
  /** Drawn again at the top of every page the row continues on. */
  readonly head?: (sheet: Sheet) => void;
}

/** Draws cells side by side. A row goes to the next page whole; only one taller than a page is divided by its lines. */
export const drawRow = (sheet: Sheet, cells: readonly Cell[], look: RowLook): void => {
  const height = (rest: readonly Cell[]): number =>
    Math.max(...rest.map(({ lines }) => heightOf(lines))) + 2 * look.padding;
  const next = (): void => {
    turnPage(sheet);
    look.head?.(sheet);
  };
  if (height(cells) > room(sheet) && height(cells) <= LOWEST - MARGIN.top - 60) next();
  let rest = cells;
  while (height(rest) > room(sheet)) {
    const parts = rest.map((cell) => divide(cell, room(sheet) - 2 * look.padding));
    if (parts.some(([fitting]) => fitting.lines.length > 0))
      drawPart(
        sheet,
        parts.map(([fitting]) => fitting),
        room(sheet),
        look,
      );
    rest = parts.map(([, left]) => left);
    next();
  }
  drawPart(sheet, rest, height(rest), look);
};

const divide = (cell: Cell, height: number): readonly [fitting: Cell, left: Cell] => {
  const fits = cell.lines.findIndex((_, at) => heightOf(cell.lines.slice(0, at + 1)) > height);
  const count = fits === -1 ? cell.lines.length : fits;
  return [
    { ...cell, lines: cell.lines.slice(0, count) },
    { ...cell, lines: cell.lines.slice(count) },
  ];
};

const drawPart = (sheet: Sheet, cells: readonly Cell[], height: number, { padding, fill, ruled }: RowLook): void => {
  const { pdf, y } = sheet;
  if (fill) pdf.rect(MARGIN.side, y, TEXT_WIDTH, height).fill(fill);
  for (const { lines, ...place } of cells) drawLines(sheet, lines, { ...place, y: y + padding });
  sheet.y = y + height;
  if (ruled) drawRule(sheet);
};

/** A hairline across the page. */
export const drawRule = ({ pdf, y }: Sheet, colour: string = COLOUR.rule, thickness = 0.6): void => {
  pdf
    .moveTo(MARGIN.side, y)
    .lineTo(MARGIN.side + TEXT_WIDTH, y)
    .lineWidth(thickness)
    .stroke(colour);
};
