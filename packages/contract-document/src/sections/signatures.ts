import { dateOf, type PaperFacts, type Signature, type TimeZone } from '@vehicle-insurance/core';
import { drawParagraph } from '../layout/prose.ts';
import { drawLines, keepTogether, typeset, type Sheet } from '../layout/sheet.ts';
import { COLOUR, MARGIN, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

const BOX = { height: 74, gap: 16 } as const;
const WIDTH = (TEXT_WIDTH - BOX.gap) / 2;
const INSIDE = WIDTH - 20;

/** What both declare, and where they sign, takes that much: what comes before must leave it. */
export const SIGNATURES_HEIGHT = BOX.height + 54;

/** What both declare, on which day, and where they sign: on one page. */
export const signatures = (sheet: Sheet, { contract, insurer }: PaperFacts, words: Words, zone: TimeZone): void => {
  keepTogether(sheet, SIGNATURES_HEIGHT);
  sheet.y += 8;
  drawParagraph(sheet, words.declared, STYLE.detail);
  drawParagraph(sheet, words.made(words.date(dateOf(contract.created, zone))), STYLE.body);
  sheet.y += 10;
  drawBox(sheet, MARGIN.side, [words.signsAsPolicyholder, words.howPolicyholderSigns]);
  const right = MARGIN.side + WIDTH + BOX.gap;
  const { signatory } = insurer;
  if (signatory)
    drawBox(sheet, right, [words.signsForInsurer, signatory.name, signatory.position], signatory.signature);
  else drawBox(sheet, right, [words.signsForBoth, words.howInsurerSigns]);
  sheet.y += BOX.height;
};

/** Two boxes beside each other, each of which says who signs there and how. */
export const drawSignatureBoxes = (sheet: Sheet, left: readonly string[], right: readonly string[]): void => {
  drawBox(sheet, MARGIN.side, left);
  drawBox(sheet, MARGIN.side + WIDTH + BOX.gap, right);
  sheet.y += BOX.height;
};

const drawBox = (
  sheet: Sheet,
  x: number,
  [who = '', ...how]: readonly (string | undefined)[],
  signature?: Signature,
): void => {
  sheet.pdf.roundedRect(x, sheet.y, WIDTH, BOX.height, 4).lineWidth(0.6).stroke(COLOUR.rule);
  const lines = [
    ...typeset(sheet, who, STYLE.strong, INSIDE),
    ...how.flatMap((text) => (text === undefined ? [] : typeset(sheet, text, STYLE.label, INSIDE))),
  ];
  const y = drawLines(sheet, lines, { x: x + 10, y: sheet.y + 8, width: INSIDE });
  if (signature) drawSignature(sheet, signature, { x: x + 10, y: y + 2, height: sheet.y + BOX.height - 6 - y });
};

/** As large as the box allows. */
const drawSignature = (
  { pdf }: Sheet,
  { width, height, path, pen }: Signature,
  at: { readonly x: number; readonly y: number; readonly height: number },
): void => {
  const scale = Math.min(INSIDE / width, at.height / height);
  if (scale <= 0) return;
  pdf.save().translate(at.x, at.y).scale(scale).path(path);
  if (pen === undefined) pdf.fill(COLOUR.ink);
  else pdf.lineWidth(pen).stroke(COLOUR.ink);
  pdf.restore();
};
