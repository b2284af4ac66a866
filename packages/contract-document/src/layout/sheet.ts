import { isUsual, printable } from '../words/printable.ts';
import { breakLines } from './break-lines.ts';
import { directionOf, inVisualOrder, reverseSigns } from './direction.ts';
import type { Fonts } from './fonts.ts';
import type { Features } from './layout-by-words.ts';
import { lettersOf } from './letters.ts';
import { runsOf, type Run } from './runs.ts';
import { LOWEST, MARGIN, type Style } from './theme.ts';

/** One line of text, ready to be drawn. */
export interface Line {
  /** In logical order. */
  readonly runs: readonly Run[];
  readonly style: Style;
}

export type Align = 'left' | 'right';

/** The page that is being drawn, from top to bottom. `y` is the position of the next element. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly fonts: Fonts;
  /** Draws the header of every page after the first. */
  readonly runningHead: (sheet: Sheet) => void;
  y: number;
}

/** The height that is left on the page. */
export const room = ({ y }: Sheet): number => LOWEST - y;

/** Begins a new page below its header. */
export const turnPage = (sheet: Sheet): void => {
  sheet.pdf.addPage();
  sheet.y = MARGIN.top;
  sheet.runningHead(sheet);
};

/** Begins a new page unless `height` still fits on the current page. */
export const keepTogether = (sheet: Sheet, height: number): void => {
  if (room(sheet) < height) turnPage(sheet);
};

/** A text of any script as lines of at most this width. Every text on a page must pass through this function. */
export const typeset = (
  { fonts }: Pick<Sheet, 'fonts'>,
  text: string,
  style: Style,
  width: number,
): readonly Line[] => {
  const composed = text.normalize();
  const letters = lettersOf(composed, fonts);
  const whole = printable(composed, letters);
  const direction = directionOf(whole);
  const runs = (line: string): readonly Run[] =>
    isUsual(line) ? [{ text: line, family: 'inter', level: 0 }] : runsOf(line, letters, direction);
  return breakLines(whole, width, (line) => widthOf(fonts, style, runs(line))).map((line) => ({
    runs: runs(line),
    style,
  }));
};

/** A line with an ellipsis at its end. */
export const truncateLine = ({ runs, style }: Line): Line => ({
  runs: [...runs, { text: ' …', family: 'inter', level: (runs.at(-1)?.level ?? 0) % 2 }],
  style,
});

export const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((height, { style }) => height + style.size * style.leading, 0);

/** Draws lines below each other. Returns the position of the next line, but does not move the sheet. */
export const drawLines = (
  sheet: Sheet,
  lines: readonly Line[],
  at: { readonly x: number; readonly y: number; readonly width: number; readonly align?: Align },
): number =>
  lines.reduce((y, { runs, style }) => {
    const spare = at.align === 'right' ? at.width - widthOf(sheet.fonts, style, runs) : 0;
    const lead = (style.size * (style.leading - 1.21)) / 2;
    drawRuns(sheet, runs, style, { x: at.x + spare, y: y + lead });
    return y + style.size * style.leading;
  }, at.y);

const drawRuns = (
  { pdf, fonts }: Sheet,
  runs: readonly Run[],
  style: Style,
  at: { readonly x: number; readonly y: number },
): void => {
  pdf.fillColor(style.colour);
  const baseline = ascentOf(fonts, style);
  const places = new Map<Run, number>();
  inVisualOrder(runs).reduce((x, run) => {
    places.set(run, x);
    return x + widthOf(fonts, style, [run]);
  }, at.x);
  // Most PDF readers copy text in drawing order, so the runs are drawn in logical order.
  for (const run of runs) {
    const { name, font } = fonts.face(run.family, style.font);
    // pdfkit accepts an open font, which its types do not declare.
    pdf.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
    const text = run.family !== 'arabic' && run.level % 2 === 1 ? reverseSigns(run.text) : run.text;
    pdf.font(name).fontSize(style.size).text(text, places.get(run), at.y, options(style, baseline));
  }
};

const widthOf = (fonts: Fonts, style: Style, runs: readonly Run[]): number =>
  runs.reduce((width, { text, family }) => {
    const { font } = fonts.face(family, style.font);
    return width + (font.widthOf(text, features(style.tabular)) * style.size) / font.unitsPerEm;
  }, 0);

/** All fonts of a line have the baseline of Inter. */
const ascentOf = (fonts: Fonts, style: Style): number => {
  const { font } = fonts.face('inter', style.font);
  return (font.ascent / font.unitsPerEm) * style.size;
};

/**
 * Inter's contextual alternates, such as arrows, are switched off. The alternates would take most of the drawing time.
 */
const features = (tabular = false): Features => ({ calt: false, tnum: tabular });

/** pdfkit's types do not allow a feature to be switched off. */
const options = ({ tabular }: Style, ascent: number): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  baseline: -ascent,
  features: features(tabular) as unknown as PDFKit.Mixins.OpenTypeFeatures[],
});
