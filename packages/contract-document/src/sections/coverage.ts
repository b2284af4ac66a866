import type { PaperFacts } from '@vehicle-insurance/core';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import type { Sheet } from '../layout/sheet.ts';
import { drawTable, type Column } from '../layout/table.ts';
import { STYLE } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

/** Draws the coverage and its limits, in the words with which it was sold. */
export const coverage = (sheet: Sheet, { quote }: PaperFacts, words: Words): void => {
  const { name, description, properties } = quote.coverage;
  drawHeading(sheet, words.guarantees);
  drawParagraph(sheet, words.coverageNamed(name), STYLE.strong);
  if (description !== null) drawParagraph(sheet, description, STYLE.detail);
  if (properties.length === 0) return;
  sheet.y += 6;
  const isLimited = properties.some(({ limit, deductible }) => limit !== undefined || deductible !== undefined);
  const rows = properties.map(({ label, description: covered, limit, deductible }) => ({
    cells: [
      { text: label, style: STYLE.strong },
      { text: covered ?? '', style: STYLE.body },
      { text: limit ?? '', style: STYLE.body },
      { text: deductible ?? '', style: STYLE.body },
    ],
  }));
  drawTable(sheet, isLimited ? limited(words) : unlimited(words), rows);
};

const unlimited = (words: Words): readonly Column[] => [
  { title: words.guarantee, share: 0.34 },
  { title: words.covered, share: 0.66 },
];

const limited = (words: Words): readonly Column[] => [
  { title: words.guarantee, share: 0.2 },
  { title: words.covered, share: 0.31 },
  { title: words.limit, share: 0.28 },
  { title: words.deductible, share: 0.21 },
];
