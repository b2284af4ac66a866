// All papers as PDF: contract, receipt and statement of cancellation in French and English, and the bordereaux of a
// period.

export { bordereauPdf } from './bordereau.ts';
export { BORDEREAU_WORDS, type BordereauFacts } from './bordereau-facts.ts';
export { pdfContractDocument, type PdfContractDocument, type PdfOptions } from './pdf-contract-document.ts';
export { FONT_FILES } from './layout/font-files.ts';
