import type { ContractFacts } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawLines, typeset, type Sheet } from '../layout/sheet.ts';
import { COLOUR, MARGIN, PAGE_SIZE, STYLE, TEXT_WIDTH } from '../layout/theme.ts';
import { frenchDate, frenchFrancs } from '../words/french.ts';

/** What the document calls itself. */
export const TITLE = { main: 'Conditions particulières', branch: 'Assurance automobile' } as const;

/** Who speaks, what this is, and the four facts people look for first. */
export const letterhead = (sheet: Sheet, { companyName, contract, quote, certificate }: ContractFacts): void => {
  sheet.pdf.rect(0, 0, PAGE_SIZE.width, 6).fill(COLOUR.accent);
  const half = TEXT_WIDTH / 2 - 10;
  const place = { x: MARGIN.side, y: MARGIN.top - 10, width: half };
  const policy = [
    ...typeset(sheet, 'Police n°', STYLE.label, half),
    ...typeset(sheet, contract.policyNumber, STYLE.strong, half),
  ];
  const below = Math.max(
    drawLines(sheet, typeset(sheet, companyName, STYLE.company, half), place),
    drawLines(sheet, policy, { ...place, x: MARGIN.side + TEXT_WIDTH - half, align: 'right' }),
  );
  const title = [
    ...typeset(sheet, TITLE.main, STYLE.title, TEXT_WIDTH),
    ...typeset(sheet, TITLE.branch, STYLE.subtitle, TEXT_WIDTH),
  ];
  sheet.y = drawLines(sheet, title, { x: MARGIN.side, y: below + 20, width: TEXT_WIDTH }) + 14;
  const facts = [
    { label: 'Formule', value: quote.coverage.name },
    { label: 'Prise d’effet', value: frenchDate(contract.startDate) },
    { label: 'Prime totale', value: frenchFrancs(quote.premium.amount) },
    { label: 'Attestation n°', value: certificate.certificateNumber },
  ];
  drawFields(sheet, facts, { columns: 4, padding: 11, fill: COLOUR.tint });
};

/** What every page after the first begins with. */
export const runningHead =
  ({ contract }: ContractFacts) =>
  (sheet: Sheet): void => {
    const half = TEXT_WIDTH / 2 - 10;
    const place = { x: MARGIN.side, y: MARGIN.top - 14, width: half };
    const title = typeset(sheet, `${TITLE.main} – ${TITLE.branch}`, STYLE.running, half);
    const policy = typeset(sheet, `Police n° ${contract.policyNumber}`, STYLE.running, half).slice(0, 2);
    sheet.pdf.rect(0, 0, PAGE_SIZE.width, 6).fill(COLOUR.accent);
    drawLines(sheet, title, place);
    sheet.y = drawLines(sheet, policy, { ...place, x: MARGIN.side + TEXT_WIDTH - half, align: 'right' }) + 10;
  };
