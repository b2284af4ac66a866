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
  /** The time zone of the dates and times on the papers. Default: Abidjan. */
  readonly zone?: TimeZone;
  /** Whether to mark every page as a specimen without value, for environments without real contracts. */
  readonly specimen?: boolean;
}

/** The port `ContractDocument`, with the methods for the process that owns the thread. */
export interface PdfContractDocument extends ContractDocument {
  /**
   * Starts the thread and loads its default font in the background. Without this call, the first paper waits for both.
   */
  warmUp(): void;
  /** Ends the thread. All waiting and later drawings fail. */
  close(): Promise<void>;
}

export type PaperRequest = { readonly language: Language } & (
  | { readonly paper: 'contract'; readonly facts: ContractFacts }
  | { readonly paper: 'receipt'; readonly facts: ReceiptFacts }
  | { readonly paper: 'cancellation'; readonly facts: CancellationFacts }
);

/**
 * Milliseconds without a finished paper after which the thread is ended. A paper normally takes several hundred times
 * less.
 */
const TIMEOUT = 60_000;

/** The thread runs from its source or from the built JavaScript. */
const THREAD = import.meta.url.endsWith('.ts') ? './contract-thread.ts' : './contract-thread.js';

/**
 * Draws papers as PDF with embedded fonts, in French unless another language is requested. The same facts always give
 * the same bytes. Letters that the fonts cannot print are romanised.
 *
 * A separate thread draws the papers, so the caller's thread is not blocked. A thread that has papers to draw but
 * finishes none for a minute is ended. If the thread ends, all papers that are waiting fail, and the next paper starts
 * another thread.
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
