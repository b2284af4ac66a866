import { arrayBuffer } from 'node:stream/consumers';
import type { ContractDocument, ContractFacts, TimeZone } from '@vehicle-insurance/core';
import PDFDocument from 'pdfkit';
import { loadFonts, type Fonts } from './layout/fonts.ts';
import type { Sheet } from './layout/sheet.ts';
import { MARGIN } from './layout/theme.ts';
import { certificate } from './sections/certificate.ts';
import { coverage } from './sections/coverage.ts';
import { parties, period, vehicle } from './sections/facts.ts';
import { letterhead, runningHead, TITLE } from './sections/letterhead.ts';
import { pageNumbers } from './sections/page-numbers.ts';
import { premium } from './sections/premium.ts';
import { signatures } from './sections/signatures.ts';

/** Draws contracts in the thread that calls it, which stands still meanwhile. */
export const contractRenderer = (zone: TimeZone): ContractDocument => {
  const fonts = loadFonts();
  return {
    render: (facts) => {
      const pdf = blankDocument(facts, fonts);
      return write({ pdf, fonts, runningHead: runningHead(facts), y: MARGIN.top }, facts, zone);
    },
  };
};

const write = async (sheet: Sheet, facts: ContractFacts, zone: TimeZone): Promise<Uint8Array> => {
  const bytes = arrayBuffer(sheet.pdf);
  letterhead(sheet, facts);
  parties(sheet, facts);
  vehicle(sheet, facts);
  period(sheet, facts);
  coverage(sheet, facts);
  premium(sheet, facts);
  certificate(sheet, facts);
  signatures(sheet, facts, zone);
  pageNumbers(sheet, facts);
  sheet.pdf.end();
  return new Uint8Array(await bytes);
};

const blankDocument = ({ contract, companyName }: ContractFacts, fonts: Fonts): PDFKit.PDFDocument => {
  const pdf = new PDFDocument({
    size: 'A4',
    // The sheet keeps its own margins: pdfkit would turn pages by itself.
    margin: 0,
    // None to begin with: pdfkit would read Helvetica's measures.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'fr-FR',
    displayTitle: true,
    info: {
      Title: `${TITLE.main} – ${TITLE.branch} – Police n° ${contract.policyNumber}`,
      Author: companyName,
      CreationDate: new Date(contract.created),
    },
  });
  for (const [name, font] of Object.entries(fonts))
    // An open font is taken as it is, of which pdfkit's types know nothing.
    pdf.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  return pdf;
};
