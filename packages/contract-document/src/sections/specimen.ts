import { drawLines, typeset, type Sheet } from '../layout/sheet.ts';
import { MARGIN, PAGE_SIZE, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

/** Half the size of the specimen text, which is centred on the page. */
const HALF = { width: 265, height: 62 } as const;
const MIDDLE = { x: PAGE_SIZE.width / 2, y: PAGE_SIZE.height / 2 } as const;

/**
 * Draws a specimen text over the whole page, behind the content. A line at the top states that the paper has no value.
 */
export const markSpecimen = (sheet: Sheet, words: Words): void => {
  const { pdf } = sheet;
  pdf.save().rotate(-52, { origin: [MIDDLE.x, MIDDLE.y] });
  drawLines(sheet, typeset(sheet, words.specimen, STYLE.specimen, PAGE_SIZE.height), {
    x: MIDDLE.x - HALF.width,
    y: MIDDLE.y - HALF.height,
    width: 2 * HALF.width,
  });
  pdf.restore();
  drawLines(sheet, typeset(sheet, words.worthless, STYLE.worthless, TEXT_WIDTH), {
    x: MARGIN.side,
    y: 12,
    width: TEXT_WIDTH,
  });
};
