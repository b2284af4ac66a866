// All papers as PDF: contract and receipt, in French and English, and the bordereau of a month.

export { bordereauPdf } from './bordereau.ts';
export { BORDEREAU_WORDS, type BordereauFacts } from './bordereau-facts.ts';
export { pdfContractDocument, type PdfContractDocument, type PdfOptions } from './pdf-contract-document.ts';
export { FONT_FILES } from './layout/font-files.ts';
