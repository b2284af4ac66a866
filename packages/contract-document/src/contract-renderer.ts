import { arrayBuffer } from 'node:stream/consumers';
import {
  dateOf,
  type CancellationFacts,
  type ContractDocument,
  type ContractFacts,
  type PaperFacts,
  type ReceiptFacts,
  type TimeZone,
} from '@vehicle-insurance/core';
import PDFDocument from 'pdfkit';
import { openFonts, type Fonts } from './layout/fonts.ts';
import type { Sheet } from './layout/sheet.ts';
import { MARGIN } from './layout/theme.ts';
import { ended, refunded } from './sections/cancellation.ts';
import { certificate } from './sections/certificate.ts';
import { clauses, hasTerms } from './sections/clauses.ts';
import { coverage } from './sections/coverage.ts';
import { period, vehicle } from './sections/facts.ts';
import { letterhead, runningHead, type Title } from './sections/letterhead.ts';
import { parties } from './sections/parties.ts';
import { pageNumbers } from './sections/page-numbers.ts';
import { premium } from './sections/premium.ts';
import { drawReceivedAmount, receiptProof } from './sections/receipt.ts';
import { signatures, signaturesHeight } from './sections/signatures.ts';
import { markSpecimen } from './sections/specimen.ts';
import { factsIn } from './words/wording.ts';
import { WORDS, type Words } from './words/words.ts';

/** The settings that all papers share. */
export interface PaperStyle {
  readonly zone: TimeZone;
  /** Whether every page is marked as a specimen without value. */
  readonly specimen: boolean;
}

/** Draws papers, and blocks the calling thread while it draws. */
export const contractRenderer = (style: PaperStyle, fonts: Fonts = openFonts()): ContractDocument => {
  // The default font is parsed in advance, because parsing takes longer than drawing a contract.
  for (const weight of ['regular', 'semibold'] as const) fonts.face('inter', weight);
  return {
    render: (sold, language = 'fr') => {
      const words = WORDS[language];
      const facts = factsIn(words, sold);
      const title = { main: words.title, branch: words.branches[facts.vehicle.type] };
      const sheet = blankSheet(facts, title, words, fonts, style);
      return finish(sheet, facts, words, () => drawContract(sheet, facts, title, words, style.zone));
    },
    receipt: (sold, language = 'fr') => {
      const words = WORDS[language];
      const facts = factsIn(words, sold);
      const title = { main: words.receipt, branch: words.branches[facts.vehicle.type] };
      const sheet = blankSheet(facts, title, words, fonts, style);
      return finish(sheet, facts, words, () => drawReceipt(sheet, facts, title, words, style.zone));
    },
    cancellation: (sold, language = 'fr') => {
      const words = WORDS[language];
      const facts = factsIn(words, sold);
      const title = { main: words.cancellation, branch: words.branches[facts.vehicle.type] };
      const sheet = blankSheet(facts, title, words, fonts, style);
      return finish(sheet, facts, words, () => drawCancellation(sheet, facts, title, words, style.zone));
    },
  };
};

const drawContract = (sheet: Sheet, facts: ContractFacts, title: Title, words: Words, zone: TimeZone): void => {
  const { quote, contract, certificate: issued, conditions } = facts;
  const first = [
    { label: words.coverage, value: quote.coverage.name },
    { label: words.begins, value: words.date(contract.startDate) },
    { label: words.totalPremium, value: words.francs(quote.premium.amount) },
    { label: words.certificateNumber, value: issued.certificateNumber },
  ];
  letterhead(sheet, facts, title, first, words);
  parties(sheet, facts, words);
  vehicle(sheet, facts, words);
  period(sheet, facts, words, zone);
  coverage(sheet, facts, words);
  premium(sheet, facts, words, zone);
  const closing = signaturesHeight(sheet, facts, words);
  certificate(sheet, facts, words, hasTerms(conditions) ? 0 : closing);
  clauses(sheet, facts, words, closing);
  signatures(sheet, facts, words, zone);
};

const drawReceipt = (sheet: Sheet, facts: ReceiptFacts, title: Title, words: Words, zone: TimeZone): void => {
  const { quote, contract, payment } = facts;
  const first = [
    { label: words.coverage, value: quote.coverage.name },
    { label: words.paidOn, value: words.date(contract.paidOn) },
    { label: words.totalPremium, value: words.francs(quote.premium.amount) },
    { label: words.totalPaid, value: words.francs(payment.amount + payment.fees) },
  ];
  letterhead(sheet, facts, title, first, words);
  drawReceivedAmount(sheet, facts, words, zone);
  premium(sheet, facts, words, zone, { brief: true });
  receiptProof(sheet, facts, words);
};

const drawCancellation = (sheet: Sheet, facts: CancellationFacts, title: Title, words: Words, zone: TimeZone): void => {
  const { quote, cancelled, payment } = facts;
  const first = [
    { label: words.coverage, value: quote.coverage.name },
    { label: words.cancelledOn, value: words.date(dateOf(cancelled.at, zone)) },
    { label: words.totalPaid, value: words.francs(payment.amount + payment.fees) },
    { label: words.refund, value: words.francs(cancelled.refund?.amount ?? 0) },
  ];
  letterhead(sheet, facts, title, first, words);
  ended(sheet, facts, words);
  refunded(sheet, facts, words);
};

const finish = async (sheet: Sheet, facts: PaperFacts, words: Words, draw: () => void): Promise<Uint8Array> => {
  const bytes = arrayBuffer(sheet.pdf);
  draw();
  pageNumbers(sheet, facts, words);
  sheet.pdf.end();
  return new Uint8Array(await bytes);
};

const blankSheet = (facts: PaperFacts, title: Title, words: Words, fonts: Fonts, { specimen }: PaperStyle): Sheet => {
  const { contract, companyName } = facts;
  const pdf = new PDFDocument({
    size: 'A4',
    // The sheet has its own margins. With a margin here, pdfkit would add pages.
    margin: 0,
    // With an initial font, pdfkit would read Helvetica's metrics.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    lang: words.locale,
    displayTitle: true,
    info: {
      Title: `${title.main} – ${title.branch} – ${words.policy} ${contract.policyNumber}`,
      Author: companyName,
      CreationDate: new Date(contract.created),
    },
  });
  const mark = (on: Sheet): void => {
    if (specimen) markSpecimen(on, words);
  };
  const head = runningHead(facts, title, words);
  const sheet = {
    pdf,
    fonts,
    runningHead: (on: Sheet): void => {
      mark(on);
      head(on);
    },
    y: MARGIN.top,
  };
  mark(sheet);
  return sheet;
};
