import {
  ABIDJAN,
  type CancellationFacts,
  type ContractDocument,
  type ContractFacts,
  type Language,
  type ReceiptFacts,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { PaperStyle } from './contract-renderer.ts';
import { workerThread } from './thread/worker-thread.ts';

/** The options for all papers. */
export interface PdfOptions {
  /** The time zone for the day of signature; Abidjan by default. */
  readonly zone?: TimeZone;
  /** Marks every page as a specimen without value, for environments without real contracts. */
  readonly specimen?: boolean;
}

/** The port, with the methods that only its owner calls. */
export interface PdfContractDocument extends ContractDocument {
  /** Starts the thread and loads its fonts in the background, so that the first contract need not wait. */
  warmUp(): void;
  /** Ends the thread. The current drawing fails, and so does each later one. */
  close(): Promise<void>;
}

/** A paper to draw. */
export type PaperRequest = { readonly language: Language } & (
  | { readonly paper: 'contract'; readonly facts: ContractFacts }
  | { readonly paper: 'receipt'; readonly facts: ReceiptFacts }
  | { readonly paper: 'cancellation'; readonly facts: CancellationFacts }
);

/** Milliseconds without a finished paper after which the thread is ended; several hundred times the usual duration. */
const TIMEOUT = 60_000;

/** The thread runs from its source or from the built JavaScript. */
const THREAD = import.meta.url.endsWith('.ts') ? './contract-thread.ts' : './contract-thread.js';

/**
 * Draws contracts as PDF, in French unless another language is requested, with embedded fonts. The same facts always
 * give the same bytes. Letters that no font has are transliterated. Contracts are drawn one after the other in a
 * separate thread, so that other requests need not wait. If that thread dies, or is ended because a contract takes a
 * minute, the contract fails once and the next one starts another thread.
 */
export const pdfContractDocument = ({ zone = ABIDJAN, specimen = false }: PdfOptions = {}): PdfContractDocument => {
  const style: PaperStyle = { zone, specimen };
  const { start, request, close } = workerThread<PaperRequest, Uint8Array>(
    new URL(THREAD, import.meta.url),
    style,
    TIMEOUT,
  );
  return {
    render: (facts, language = 'fr') => request({ paper: 'contract', facts, language }),
    receipt: (facts, language = 'fr') => request({ paper: 'receipt', facts, language }),
    cancellation: (facts, language = 'fr') => request({ paper: 'cancellation', facts, language }),
    warmUp: start,
    close,
  };
};
