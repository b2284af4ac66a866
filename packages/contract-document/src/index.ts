// The contract a client is handed: a PDF in French, written from what core knows.

export { bordereauPdf } from './bordereau.ts';
export { BORDEREAU_WORDS, type BordereauFacts } from './bordereau-facts.ts';
export { pdfContractDocument, type PdfContractDocument, type PdfOptions } from './pdf-contract-document.ts';
export { FONT_FILES } from './layout/font-files.ts';
