import { drawRow, drawRule } from './row.ts';
import { drawLines, keepTogether, typeset, type Sheet } from './sheet.ts';
import { COLOUR, MARGIN, STYLE, TEXT_WIDTH, type Style } from './theme.ts';

/** The minimum height that must remain below a heading on the same page. */
const LEAST_BELOW = 52;

/** Draws a heading, never alone at the bottom of a page. */
export const drawHeading = (sheet: Sheet, text: string): void => {
  keepTogether(sheet, 36 + LEAST_BELOW);
  const lines = typeset(sheet, text, STYLE.heading, TEXT_WIDTH);
  sheet.y = drawLines(sheet, lines, { x: MARGIN.side, y: sheet.y + 15, width: TEXT_WIDTH }) + 4;
  drawRule(sheet, COLOUR.accent, 0.9);
};

/** Draws a text of any length over the whole width. */
export const drawParagraph = (sheet: Sheet, text: string, style: Style): void => {
  sheet.y += 4;
  drawRow(sheet, [{ lines: typeset(sheet, text, style, TEXT_WIDTH), x: MARGIN.side, width: TEXT_WIDTH }], {
    padding: 0,
  });
};
