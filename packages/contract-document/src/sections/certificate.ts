import type { ContractFacts } from '@vehicle-insurance/core';
import { drawHeading } from '../layout/prose.ts';
import { drawQrCode, qrCode } from '../layout/qr-code.ts';
import { drawLines, heightOf, keepTogether, typeset, type Line, type Sheet } from '../layout/sheet.ts';
import { COLOUR, MARGIN, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import { frenchPeriod } from '../words/french.ts';

const CODE = 84;
const PADDING = 14;
const TEXT_X = MARGIN.side + PADDING + CODE + 22;
const TEXT = TEXT_WIDTH - 2 * PADDING - CODE - 22;

/** Where the text is longer than this the address is left to the code. */
const TALLEST = 560;

/** The authority's proof, with the code the police scan. */
export const certificate = (sheet: Sheet, { certificate: proof }: ContractFacts): void => {
  const code = qrCode(proof.qrCodeLink);
  const facts = [
    ...typeset(sheet, 'Attestation n°', STYLE.label, TEXT),
    ...typeset(sheet, proof.certificateNumber, STYLE.heading, TEXT),
    ...typeset(sheet, `Valable ${frenchPeriod(proof.effectiveDate, proof.expiryDate)}`, STYLE.body, TEXT),
    ...typeset(
      sheet,
      'Scannez le code pour vérifier l’authenticité de l’attestation, ou ouvrez cette adresse :',
      STYLE.detail,
      TEXT,
    ),
  ];
  const address = typeset(sheet, proof.qrCodeLink, { ...STYLE.detail, colour: COLOUR.accent }, TEXT);
  const lines = fitting([...facts, ...address]);
  const height = Math.max(code ? CODE : 0, heightOf(lines)) + 2 * PADDING;
  keepTogether(sheet, height + 50);
  drawHeading(sheet, 'Attestation d’assurance');
  sheet.y += 10;
  const { pdf, y } = sheet;
  pdf.roundedRect(MARGIN.side, y, TEXT_WIDTH, height, 4).lineWidth(0.6).stroke(COLOUR.rule);
  if (code) drawQrCode(sheet, code, { x: MARGIN.side + PADDING, y: y + PADDING, width: CODE });
  const top = y + (height - heightOf(lines)) / 2;
  drawLines(sheet, lines, { x: TEXT_X, y: top, width: TEXT });
  const target = URL.parse(proof.qrCodeLink);
  const above = heightOf(facts);
  if (target && lines.length > facts.length) pdf.link(TEXT_X, top + above, TEXT, heightOf(lines) - above, target.href);
  sheet.y = y + height;
};

const fitting = (lines: readonly Line[]): readonly Line[] =>
  lines.filter((_, at) => heightOf(lines.slice(0, at + 1)) <= TALLEST);
