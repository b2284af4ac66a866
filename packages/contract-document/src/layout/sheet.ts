import { printable } from '../words/printable.ts';
import { breakLines } from './break-lines.ts';
import { drawnBy, type Fonts } from './fonts.ts';
import type { Features } from './layout-by-words.ts';
import { LOWEST, MARGIN, type Style } from './theme.ts';

/** One line of text, ready to be drawn. */
export interface Line {
  readonly text: string;
  readonly style: Style;
}

export type Align = 'left' | 'right';

/** The paper being written on, from top to bottom. `y` is where the next thing goes. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly fonts: Fonts;
  /** What every page after the first begins with. */
  readonly runningHead: (sheet: Sheet) => void;
  y: number;
}

/** Room left on the page. */
export const room = ({ y }: Sheet): number => LOWEST - y;

/** Begins a new page, under its running head. */
export const turnPage = (sheet: Sheet): void => {
  sheet.pdf.addPage();
  sheet.y = MARGIN.top;
  sheet.runningHead(sheet);
};

/** Turns the page unless `height` still fits: for what must stay together. */
export const keepTogether = (sheet: Sheet, height: number): void => {
  if (room(sheet) < height) turnPage(sheet);
};

/** A text of any script as lines of at most that width. Every text of the document passes here. */
export const typeset = (sheet: Sheet, text: string, style: Style, width: number): readonly Line[] => {
  return breakLines(printable(text, drawnBy(sheet.fonts)), width, widthOf(sheet, style)).map((line) => ({
    text: line,
    style,
  }));
};

export const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((height, { style }) => height + style.size * style.leading, 0);

/** Draws lines below each other and answers where the next would begin. Moves nothing. */
export const drawLines = (
  sheet: Sheet,
  lines: readonly Line[],
  at: { readonly x: number; readonly y: number; readonly width: number; readonly align?: Align },
): number =>
  lines.reduce((y, { text, style }) => {
    setStyle(sheet, style);
    const spare = at.align === 'right' ? at.width - widthOf(sheet, style)(text) : 0;
    const lead = (style.size * (style.leading - 1.21)) / 2;
    sheet.pdf.fillColor(style.colour).text(text, at.x + spare, y + lead, options(style));
    return y + style.size * style.leading;
  }, at.y);

const setStyle = ({ pdf }: Sheet, { font, size }: Style): void => {
  pdf.font(font).fontSize(size);
};

const widthOf =
  ({ fonts }: Sheet, { font, size, tabular }: Style) =>
  (text: string): number =>
    (fonts[font].widthOf(text, features(tabular)) * size) / fonts[font].unitsPerEm;

/** Inter's contextual alternates draw arrows and the like, and take most of the time. */
const features = (tabular = false): Features => ({ calt: false, tnum: tabular });

/** pdfkit's types know no feature that is switched off. */
const options = ({ tabular }: Style): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  features: features(tabular) as unknown as PDFKit.Mixins.OpenTypeFeatures[],
});
