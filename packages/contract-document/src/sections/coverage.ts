import type { ContractFacts } from '@vehicle-insurance/core';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import type { Sheet } from '../layout/sheet.ts';
import { drawTable, type Column } from '../layout/table.ts';
import { STYLE } from '../layout/theme.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Garantie', share: 0.34 },
  { title: 'Ce qui est couvert', share: 0.66 },
];

/** What is covered, in the words the coverage was sold with. */
export const coverage = (sheet: Sheet, { quote }: ContractFacts): void => {
  const { name, description, properties } = quote.coverage;
  drawHeading(sheet, 'Garanties souscrites');
  drawParagraph(sheet, `Formule « ${name} »`, STYLE.strong);
  if (description !== null) drawParagraph(sheet, description, STYLE.detail);
  if (properties.length === 0) return;
  sheet.y += 6;
  const rows = properties.map((property) => ({
    cells: [
      { text: property.label, style: STYLE.strong },
      { text: property.description ?? '', style: STYLE.body },
    ],
  }));
  drawTable(sheet, COLUMNS, rows);
};
