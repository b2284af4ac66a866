import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';

/** The receiver of traces, and the service's name in traces. */
export interface TracerOptions {
  /** The URL of an OpenTelemetry collector, or of another receiver of OTLP over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  /** Called when spans cannot be delivered. Not called again until a delivery has succeeded. */
  readonly lost: (why: string) => void;
}

/** A tracer that exports its spans in the background. */
export interface ExportingTracer {
  readonly tracer: Tracer;
  /** Delivers the remaining spans. Gives up after a few seconds, and never rejects. */
  close(): Promise<void>;
}

/** Milliseconds for each delivery, including the last. */
const DELIVER_WITHIN = 5_000;

export const exportingTracer = ({ endpoint, headers, attributes, lost }: TracerOptions): ExportingTracer => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: DELIVER_WITHIN });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...attributes }),
    // A caller's sampling decision does not affect ours.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reportLossOnce(exporter, lost), exportTimeoutMillis: DELIVER_WITHIN }),
    ],
  });
  return {
    tracer: provider.getTracer('vehicle-insurance'),
    close: () => provider.shutdown().catch(() => undefined),
  };
};

/** Reports an unavailable collector once, not with every batch. */
const reportLossOnce = (exporter: SpanExporter, lost: (why: string) => void): SpanExporter => {
  let isReported = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isLost = Number(result.code) !== 0;
        if (isLost && !isReported) lost(result.error?.message ?? 'the collector did not accept them');
        isReported = isLost;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
};
