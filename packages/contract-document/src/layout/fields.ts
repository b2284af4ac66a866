import { drawRow, type Cell, type RowStyle } from './row.ts';
import { typeset, type Line, type Sheet } from './sheet.ts';
import { INSET, MARGIN, STYLE, TEXT_WIDTH, type Style } from './theme.ts';

/** A labelled fact on a paper. */
export interface Field {
  readonly label: string;
  readonly value: string;
  readonly details?: readonly string[];
}

export interface FieldsStyle extends RowStyle {
  readonly columns: number;
  /** The columns' fractions of the width. By default, all columns are equally wide. */
  readonly shares?: readonly number[];
  readonly value?: Style;
}

const GAP = 14;

/** Draws facts in columns, row by row. */
export const drawFields = (sheet: Sheet, fields: readonly Field[], style: FieldsStyle): void => {
  const inset = style.fill ? INSET : 0;
  const whole = TEXT_WIDTH - 2 * inset - GAP * (style.columns - 1);
  const widths =
    style.shares?.map((share) => share * whole) ?? Array<number>(style.columns).fill(whole / style.columns);
  const cell = (field: Field, column: number): Cell => {
    const width = widths[column] ?? whole;
    const before = widths.slice(0, column).reduce((total, other) => total + other + GAP, 0);
    const lines = fieldLines(sheet, field, width, style.value ?? STYLE.strong);
    return { lines, x: MARGIN.side + inset + before, width };
  };
  for (let first = 0; first < fields.length; first += style.columns)
    drawRow(sheet, fields.slice(first, first + style.columns).map(cell), style);
};

const fieldLines = (
  sheet: Sheet,
  { label, value, details = [] }: Field,
  width: number,
  style: Style,
): readonly Line[] => [
  ...typeset(sheet, label, STYLE.label, width),
  ...typeset(sheet, value, style, width),
  ...details.flatMap((detail) => typeset(sheet, detail, STYLE.detail, width)),
];
