import {
  ABIDJAN,
  type ContractDocument,
  type ContractFacts,
  type Language,
  type ReceiptFacts,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { PaperStyle } from './contract-renderer.ts';
import { answeringThread } from './thread/answering-thread.ts';

/** What the PDF depends on besides the contract itself. */
export interface PdfOptions {
  /** The time zone of the day of signature; Abidjan when left out. */
  readonly zone?: TimeZone;
  /** Marks every page as worth nothing: wherever no real contract is made. */
  readonly specimen?: boolean;
}

/** The contract as a PDF, with what only its owner may do. */
export interface PdfContractDocument extends ContractDocument {
  /** Starts the thread and loads its fonts in the background, so that the first contract need not wait for them. */
  warmUp(): void;
  /** Ends the thread; its current drawing fails, and nothing is drawn any more. */
  close(): Promise<void>;
}

/** A paper to draw. */
export type Asked = { readonly language: Language } & (
  | { readonly paper: 'contract'; readonly facts: ContractFacts }
  | { readonly paper: 'receipt'; readonly facts: ReceiptFacts }
);

/** Milliseconds without a finished paper: many hundred times what one takes, fonts included. */
const TIMEOUT = 60_000;

/** The thread runs from its source, or from the JavaScript that is built from it. */
const THREAD = import.meta.url.endsWith('.ts') ? './contract-thread.ts' : './contract-thread.js';

/**
 * Writes contracts as PDF, in French unless another language is requested, with the fonts embedded. The same facts
 * always give the same bytes. Letters that no font has are transliterated. Contracts are drawn one after the other in a
 * thread of their own, so that other requests need not wait. If that thread dies, or draws one contract for a minute
 * and is ended, that contract fails once and the next one starts another thread.
 */
export const pdfContractDocument = ({ zone = ABIDJAN, specimen = false }: PdfOptions = {}): PdfContractDocument => {
  const style: PaperStyle = { zone, specimen };
  const { start, ask, close } = answeringThread<Asked, Uint8Array>(new URL(THREAD, import.meta.url), style, TIMEOUT);
  return {
    render: (facts, language = 'fr') => ask({ paper: 'contract', facts, language }),
    receipt: (facts, language = 'fr') => ask({ paper: 'receipt', facts, language }),
    warmUp: start,
    close,
  };
};
