import type { PaperFacts } from '@vehicle-insurance/core';
import { drawFields, type Field } from '../layout/fields.ts';
import { drawLines, typeset, type Sheet } from '../layout/sheet.ts';
import { COLOUR, MARGIN, PAGE_SIZE, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

export interface Title {
  readonly main: string;
  readonly branch: string;
}

/** Draws the sender, the title, and the most important facts. */
export const letterhead = (
  sheet: Sheet,
  { companyName, contract }: PaperFacts,
  { main, branch }: Title,
  facts: readonly Field[],
  words: Words,
): void => {
  sheet.pdf.rect(0, 0, PAGE_SIZE.width, 6).fill(COLOUR.accent);
  const half = TEXT_WIDTH / 2 - 10;
  const place = { x: MARGIN.side, y: MARGIN.top - 10, width: half };
  const policy = [
    ...typeset(sheet, words.policy, STYLE.label, half),
    ...typeset(sheet, contract.policyNumber, STYLE.strong, half),
  ];
  const below = Math.max(
    drawLines(sheet, typeset(sheet, companyName, STYLE.company, half), place),
    drawLines(sheet, policy, { ...place, x: MARGIN.side + TEXT_WIDTH - half, align: 'right' }),
  );
  const title = [
    ...typeset(sheet, main, STYLE.title, TEXT_WIDTH),
    ...typeset(sheet, branch, STYLE.subtitle, TEXT_WIDTH),
    ...(words.translation === '' ? [] : typeset(sheet, words.translation, STYLE.detail, TEXT_WIDTH)),
  ];
  sheet.y = drawLines(sheet, title, { x: MARGIN.side, y: below + 20, width: TEXT_WIDTH }) + 14;
  drawFields(sheet, facts, { columns: 4, padding: 11, fill: COLOUR.tint });
};

/** Draws the header of every page after the first. */
export const runningHead =
  ({ contract }: PaperFacts, { main, branch }: Title, words: Words) =>
  (sheet: Sheet): void => {
    const half = TEXT_WIDTH / 2 - 10;
    const place = { x: MARGIN.side, y: MARGIN.top - 14, width: half };
    const title = typeset(sheet, `${main} – ${branch}`, STYLE.running, half);
    const policy = typeset(sheet, `${words.policy} ${contract.policyNumber}`, STYLE.running, half).slice(0, 2);
    sheet.pdf.rect(0, 0, PAGE_SIZE.width, 6).fill(COLOUR.accent);
    drawLines(sheet, title, place);
    sheet.y = drawLines(sheet, policy, { ...place, x: MARGIN.side + TEXT_WIDTH - half, align: 'right' }) + 10;
  };
