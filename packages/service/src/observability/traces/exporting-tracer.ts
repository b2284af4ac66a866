import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { QuoteTrace } from './quote-trace.ts';

/** Where traces go, and whose they are. */
export interface TracerOptions {
  /** Of an OpenTelemetry collector, or anything else that takes OTLP over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  /** Told when spans could not be handed over, once until they can be again. */
  readonly lost: (why: string) => void;
}

/** A tracer whose spans are exported in the background. */
export interface ExportingTracer {
  readonly tracer: Tracer;
  /** Has the span that `begin` makes be the root of a quote's trace. */
  asRoot<Span>(trace: QuoteTrace, begin: () => Span): Span;
  /** Hands over what is left. Gives up after a few seconds, and never rejects. */
  close(): Promise<void>;
}

/** Milliseconds for one delivery, and for the last one. */
const DELIVER_WITHIN = 5_000;

export const exportingTracer = ({ endpoint, headers, attributes, lost }: TracerOptions): ExportingTracer => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: DELIVER_WITHIN });
  const random = new RandomIdGenerator();
  let root: QuoteTrace | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...attributes }),
    idGenerator: {
      generateTraceId: () => root?.traceId ?? random.generateTraceId(),
      generateSpanId: () => root?.rootSpanId ?? random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: tellingOfLoss(exporter, lost), exportTimeoutMillis: DELIVER_WITHIN }),
    ],
  });
  return {
    tracer: provider.getTracer('vehicle-insurance'),
    asRoot: (trace, begin) => {
      root = trace;
      try {
        return begin();
      } finally {
        root = undefined;
      }
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
};

/** An exporter that says that a collector is away once, and not with every batch. */
const tellingOfLoss = (exporter: SpanExporter, lost: (why: string) => void): SpanExporter => {
  let told = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isLost = Number(result.code) !== 0;
        if (isLost && !told) lost(result.error?.message ?? 'the collector did not take them');
        told = isLost;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
};
