import type { PaperFacts } from '@vehicle-insurance/core';
import { drawRule } from '../layout/row.ts';
import { truncateLine, drawLines, typeset, type Sheet } from '../layout/sheet.ts';
import { LOWEST, MARGIN, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

/** Draws the footer of every page. Called last, because the footer contains the number of pages. */
export const pageNumbers = (sheet: Sheet, { companyName }: Pick<PaperFacts, 'companyName'>, words: Words): void => {
  const { start, count } = sheet.pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.pdf.switchToPage(start + page);
    sheet.y = LOWEST + 20;
    drawRule(sheet);
    const wide = TEXT_WIDTH - 90;
    const place = { x: MARGIN.side, y: sheet.y + 7, width: wide };
    const [name, ...more] = typeset(sheet, companyName, STYLE.running, wide - 12);
    if (name) drawLines(sheet, [more.length === 0 ? name : truncateLine(name)], place);
    const number = typeset(sheet, `${words.page} ${page + 1} / ${count}`, STYLE.running, 80);
    drawLines(sheet, number, { ...place, x: MARGIN.side + TEXT_WIDTH - 80, width: 80, align: 'right' });
  }
};
