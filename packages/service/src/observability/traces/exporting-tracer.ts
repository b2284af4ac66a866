import type { Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';

/** Where traces go, and under which name. */
export interface TracerOptions {
  /** Of an OpenTelemetry collector, or any other receiver of OTLP over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  /** Called when spans could not be delivered, once until delivery works again. */
  readonly lost: (why: string) => void;
}

/** A tracer whose spans are exported in the background. */
export interface ExportingTracer {
  readonly tracer: Tracer;
  /** Delivers what is left. Gives up after a few seconds, and never rejects. */
  close(): Promise<void>;
}

/** Milliseconds for one delivery, and for the last one. */
const DELIVER_WITHIN = 5_000;

export const exportingTracer = ({ endpoint, headers, attributes, lost }: TracerOptions): ExportingTracer => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: DELIVER_WITHIN });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...attributes }),
    // Whether a caller samples its own traces does not affect ours.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: tellingOfLoss(exporter, lost), exportTimeoutMillis: DELIVER_WITHIN }),
    ],
  });
  return {
    tracer: provider.getTracer('vehicle-insurance'),
    close: () => provider.shutdown().catch(() => undefined),
  };
};

/** An exporter that reports a lost collector once, and not with every batch. */
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
