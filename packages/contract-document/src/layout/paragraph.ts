import { drawRow } from './row.ts';
import { typeset, type Sheet } from './sheet.ts';
import { MARGIN, TEXT_WIDTH, type Style } from './theme.ts';

/** A text over the whole width, as long as it needs to be. */
export const drawParagraph = (sheet: Sheet, text: string, style: Style): void => {
  sheet.y += 4;
  drawRow(sheet, [{ lines: typeset(sheet, text, style, TEXT_WIDTH), x: MARGIN.side, width: TEXT_WIDTH }], {
    padding: 0,
  });
};
