import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  type SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import type { ExportingTracer } from './exporting-tracer.ts';
import { quoteTrace } from './quote-trace.ts';

/** One request or one piece of work, from its beginning to its end: a span of its quote's trace, once that is known. */
export interface Episode {
  name: string;
  readonly kind: SpanKind;
  readonly began: number;
  attributes: Attributes;
  failed: boolean;
  quoteId?: string;
  /** The quote is made in this episode: its trace begins here. */
  isFirst: boolean;
  span?: Span;
}

/** Episodes under way, each known to everything that happens in it and to nothing else. */
export interface Episodes {
  during<T>(named: Pick<Episode, 'name' | 'kind' | 'attributes'>, live: () => Promise<T>): Promise<T>;
  /** The episode whoever asks is in. */
  current(): Episode | undefined;
  /** The span of an episode; none as long as nobody knows its quote. */
  spanOf(episode: Episode | undefined): Span | undefined;
}

export const episodes = ({ tracer, asRoot }: Pick<ExportingTracer, 'tracer' | 'asRoot'>): Episodes => {
  const underWay = new AsyncLocalStorage<Episode>();

  const begin = ({ name, kind, began, attributes, quoteId = '', isFirst }: Episode): Span => {
    const quote = quoteTrace(quoteId);
    const options = { kind, startTime: began, attributes: { ...attributes, 'quote.id': quoteId } };
    if (isFirst) return asRoot(quote, () => tracer.startSpan(name, { ...options, root: true }, ROOT_CONTEXT));
    const { traceId, rootSpanId: spanId } = quote;
    const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    return tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, parent));
  };
  const spanOf: Episodes['spanOf'] = (episode) =>
    episode?.quoteId === undefined ? undefined : (episode.span ??= begin(episode));

  return {
    during: async (named, live) => {
      const episode: Episode = { ...named, began: Date.now(), failed: false, isFirst: false };
      try {
        return await underWay.run(episode, live);
      } catch (error) {
        episode.failed = true;
        throw error;
      } finally {
        const span = spanOf(episode);
        span?.updateName(episode.name).setAttributes(episode.attributes);
        if (episode.failed) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      }
    },
    current: () => underWay.getStore(),
    spanOf,
  };
};
