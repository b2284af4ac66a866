import {
  ABIDJAN,
  type ContractDocument,
  type ContractFacts,
  type Language,
  type ReceiptFacts,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { PaperLook } from './contract-renderer.ts';
import { answeringThread } from './thread/answering-thread.ts';

/** What the PDF depends on besides the contract itself. */
export interface PdfOptions {
  /** Where the day of signature is a civil date; Abidjan when left out. */
  readonly zone?: TimeZone;
  /** Marks every page as worth nothing: wherever no real contract is made. */
  readonly specimen?: boolean;
}

/** The contract as a PDF, with what only its owner may do. */
export interface PdfContractDocument extends ContractDocument {
  /** Starts the thread and loads its fonts in the background, so that the first contract need not wait for them. */
  warmUp(): void;
  /** Ends the thread; what it was drawing fails, and nothing is drawn any more. */
  close(): Promise<void>;
}

/** What the thread is asked to draw. */
export type Asked = { readonly language: Language } & (
  | { readonly paper: 'contract'; readonly facts: ContractFacts }
  | { readonly paper: 'receipt'; readonly facts: ReceiptFacts }
);

/** Milliseconds without a finished page of work: many hundred times what a document takes, fonts included. */
const TIMEOUT = 60_000;

/** The file runs as it is written, and as the JavaScript that is made of it. */
const THREAD = import.meta.url.endsWith('.ts') ? './contract-thread.ts' : './contract-thread.js';

/**
 * Writes contracts as PDF, in French unless another language is asked for, with the fonts inside. The same facts always give the same bytes. Letters the font
 * lacks are transliterated. Contracts are drawn one after the other in a thread of their own, so that other requests
 * need not wait. Where that thread dies, or draws at one contract for a minute and is ended, that contract fails once
 * and the next one starts another thread.
 */
export const pdfContractDocument = ({ zone = ABIDJAN, specimen = false }: PdfOptions = {}): PdfContractDocument => {
  const look: PaperLook = { zone, specimen };
  const { start, ask, close } = answeringThread<Asked, Uint8Array>(new URL(THREAD, import.meta.url), look, TIMEOUT);
  return {
    render: (facts, language = 'fr') => ask({ paper: 'contract', facts, language }),
    receipt: (facts, language = 'fr') => ask({ paper: 'receipt', facts, language }),
    warmUp: start,
    close,
  };
};
