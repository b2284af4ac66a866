import { dateOf, type PaperFacts, type Signature, type TimeZone } from '@vehicle-insurance/core';
import { drawParagraph } from '../layout/prose.ts';
import { drawLines, heightOf, keepTogether, typeset, type Line, type Sheet } from '../layout/sheet.ts';
import { COLOUR, MARGIN, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import type { Words } from '../words/words.ts';

/** The minimum height of a box, and the space around and between its contents. */
const BOX = { height: 74, gap: 16, above: 8, below: 6, between: 2 } as const;
const WIDTH = (TEXT_WIDTH - BOX.gap) / 2;
const INSIDE = WIDTH - 20;

/** The minimum height of a signature. A smaller signature would look like a stain. */
const LEAST_SIGNATURE = 22;

/** The height of the declaration above the boxes. */
const ABOVE = 54;

/** The text of a box, and the signature if there is one. */
interface Box {
  readonly texts: readonly (string | undefined)[];
  readonly signature?: Signature | undefined;
}

/** The height of the declaration and the boxes. The preceding sections must leave this much room. */
export const signaturesHeight = (sheet: Pick<Sheet, 'fonts'>, facts: PaperFacts, words: Words): number =>
  boxesHeight(sheet, boxesOf(facts, words)) + ABOVE;

/** Draws the joint declaration, its day, and the boxes to sign in, all on one page. */
export const signatures = (sheet: Sheet, facts: PaperFacts, words: Words, zone: TimeZone): void => {
  keepTogether(sheet, signaturesHeight(sheet, facts, words));
  sheet.y += 8;
  drawParagraph(sheet, words.declared, STYLE.detail);
  drawParagraph(sheet, words.made(words.date(dateOf(facts.contract.created, zone))), STYLE.body);
  sheet.y += 10;
  drawBoxes(sheet, boxesOf(facts, words));
};

const boxesOf = ({ insurer: { signatory } }: PaperFacts, words: Words): readonly [left: Box, right: Box] => [
  { texts: [words.signsAsPolicyholder, words.howPolicyholderSigns] },
  signatory
    ? { texts: [words.signsForInsurer, signatory.name, signatory.position], signature: signatory.signature }
    : { texts: [words.signsForBoth, words.howInsurerSigns] },
];

/** Draws two boxes side by side, each with the signatory and how to sign. */
export const drawSignatureBoxes = (sheet: Sheet, left: readonly string[], right: readonly string[]): void =>
  drawBoxes(sheet, [{ texts: left }, { texts: right }]);

const drawBoxes = (sheet: Sheet, boxes: readonly [left: Box, right: Box]): void => {
  const height = boxesHeight(sheet, boxes);
  for (const [at, box] of boxes.entries()) drawBox(sheet, box, { x: MARGIN.side + at * (WIDTH + BOX.gap), height });
  sheet.y += height;
};

/** The height of both boxes, which is the height of the taller box. */
const boxesHeight = (sheet: Pick<Sheet, 'fonts'>, boxes: readonly Box[]): number => {
  const needed = boxes.map(
    (box) =>
      BOX.above + heightOf(linesOf(sheet, box)) + (box.signature ? BOX.between + LEAST_SIGNATURE : 0) + BOX.below,
  );
  return Math.max(BOX.height, ...needed);
};

const linesOf = (sheet: Pick<Sheet, 'fonts'>, { texts: [who = '', ...how] }: Box): readonly Line[] => [
  ...typeset(sheet, who, STYLE.strong, INSIDE),
  ...how.flatMap((text) => (text === undefined ? [] : typeset(sheet, text, STYLE.label, INSIDE))),
];

const drawBox = (sheet: Sheet, box: Box, { x, height }: { readonly x: number; readonly height: number }): void => {
  sheet.pdf.roundedRect(x, sheet.y, WIDTH, height, 4).lineWidth(0.6).stroke(COLOUR.rule);
  const y = drawLines(sheet, linesOf(sheet, box), { x: x + 10, y: sheet.y + BOX.above, width: INSIDE });
  const left = sheet.y + height - BOX.below - BOX.between - y;
  if (box.signature) drawSignature(sheet, box.signature, { x: x + 10, y: y + BOX.between, height: left });
};

/** Draws a signature as large as the box allows. */
const drawSignature = (
  { pdf }: Sheet,
  { width, height, path, pen }: Signature,
  at: { readonly x: number; readonly y: number; readonly height: number },
): void => {
  const scale = Math.min(INSIDE / width, at.height / height);
  pdf.save().translate(at.x, at.y).scale(scale).path(path);
  if (pen === undefined) pdf.fill(COLOUR.ink);
  else pdf.lineWidth(pen).stroke(COLOUR.ink);
  pdf.restore();
};
