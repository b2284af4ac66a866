// The contract a client is handed: a PDF in French, written from what core knows.

export { pdfContractDocument, type PdfContractDocument, type PdfOptions } from './pdf-contract-document.ts';
export { FONT_FILES } from './layout/font-files.ts';
