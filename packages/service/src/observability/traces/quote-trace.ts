/** Where the spans of one quote's life belong. */
export interface QuoteTrace {
  readonly traceId: string;
  /** The span of the request that made the quote: everything that happens to it later hangs from there. */
  readonly rootSpanId: string;
}

/**
 * The trace of a quote, read off its id: whoever works on the quote, in whatever process and however much later, finds
 * the same trace without anything being stored or handed on. A UUID has just as many bits as a trace's id.
 */
export const quoteTrace = (quoteId: string): QuoteTrace => {
  const traceId = quoteId.replaceAll('-', '').toLowerCase();
  return { traceId, rootSpanId: traceId.slice(16) };
};
