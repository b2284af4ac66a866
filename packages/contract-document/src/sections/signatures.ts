import { dateOf, type ContractFacts, type TimeZone } from '@vehicle-insurance/core';
import { drawParagraph } from '../layout/prose.ts';
import { drawLines, keepTogether, typeset, type Sheet } from '../layout/sheet.ts';
import { COLOUR, MARGIN, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import { frenchDate } from '../words/french.ts';

const BOX = { height: 92, gap: 16 } as const;
const WIDTH = (TEXT_WIDTH - BOX.gap) / 2;

/** What both declare, on which day, and where they sign: on one page. */
export const signatures = (sheet: Sheet, { contract }: ContractFacts, zone: TimeZone): void => {
  keepTogether(sheet, BOX.height + 84);
  sheet.y += 16;
  drawParagraph(
    sheet,
    'Les présentes conditions particulières sont établies d’après les déclarations du souscripteur reproduites ci-dessus.',
    STYLE.detail,
  );
  drawParagraph(sheet, `Fait le ${frenchDate(dateOf(contract.created, zone))}.`, STYLE.body);
  sheet.y += 10;
  drawBox(sheet, MARGIN.side, 'Le souscripteur', 'Signature précédée de la mention « Lu et approuvé »');
  drawBox(sheet, MARGIN.side + WIDTH + BOX.gap, 'Pour l’assureur, l’intermédiaire', 'Signature et cachet');
  sheet.y += BOX.height;
};

const drawBox = (sheet: Sheet, x: number, who: string, how: string): void => {
  const inside = WIDTH - 20;
  sheet.pdf.roundedRect(x, sheet.y, WIDTH, BOX.height, 4).lineWidth(0.6).stroke(COLOUR.rule);
  const lines = [...typeset(sheet, who, STYLE.strong, inside), ...typeset(sheet, how, STYLE.label, inside)];
  drawLines(sheet, lines, { x: x + 10, y: sheet.y + 8, width: inside });
};
