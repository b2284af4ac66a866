import { printable, type Draws } from '../words/printable.ts';
import { breakLines } from './break-lines.ts';
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
  readonly draws: Draws;
  /** Words measured already. */
  readonly widths: Map<string, number>;
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
  return breakLines(printable(text, sheet.draws), width, widthOf(sheet, style)).map((line) => ({ text: line, style }));
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

/** Shaping costs more than all the rest of a document, so a word is shaped once for every style it is measured in. */
const widthOf =
  (sheet: Sheet, style: Style) =>
  (text: string): number =>
    text
      .split(/(?<= )/)
      .map((word) => wordWidth(sheet, style, word))
      .reduce((total, width) => total + width, 0);

const wordWidth = (sheet: Sheet, style: Style, word: string): number => {
  const key = `${style.font} ${style.size} ${style.tabular ? 'tabular' : ''} ${word}`;
  const known = sheet.widths.get(key);
  if (known !== undefined) return known;
  setStyle(sheet, style);
  const width = sheet.pdf.widthOfString(word, options(style));
  sheet.widths.set(key, width);
  return width;
};

/** Inter's contextual alternates draw arrows and the like, and take most of the time; pdfkit's types know no way to say no. */
const options = ({ tabular = false }: Style): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  features: { calt: false, tnum: tabular } as unknown as PDFKit.Mixins.OpenTypeFeatures[],
});
