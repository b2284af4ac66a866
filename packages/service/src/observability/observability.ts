import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Variables } from '../configuration/variables.ts';
import { openServer } from '../http/server.ts';
import { logObserver } from './log-observer.ts';
import { combineObservers, type Observers } from './observer.ts';

/** The configured metrics and traces. */
export interface Observability extends Observers {
  /** The URL of the metrics; absent if metrics are off. */
  readonly metricsUrl: string | undefined;
  close(): Promise<void>;
}

/** Loads and starts only the configured telemetry. */
export const observability = async (variables: Variables, log: Logger): Promise<Observability> => {
  await using opening = new AsyncDisposableStack();
  const metrics = await openMetrics(variables);
  if (metrics) opening.defer(metrics.close);
  const traces = await openTraces(variables, log);
  if (traces) opening.defer(traces.close);
  const observers = [metrics?.observer, traces].filter((observer) => observer !== undefined);
  const opened = opening.move();
  return {
    ...combineObservers([logObserver(log), ...observers]),
    metricsUrl: metrics?.url,
    close: () => opened.disposeAsync(),
  };
};

const openMetrics = async ({ HOST, METRICS_PORT }: Variables) => {
  if (METRICS_PORT === undefined) return undefined;
  const { metricsObserver } = await import('./metrics/metrics-observer.ts');
  const { metricsListener } = await import('./metrics/metrics-listener.ts');
  const observer = metricsObserver();
  const server = await openServer(HOST, METRICS_PORT, { variable: 'METRICS_PORT' });
  server.answerWith(metricsListener(observer));
  return { observer, url: `${server.url}/metrics`, close: server.close };
};

const openTraces = async (variables: Variables, log: Logger) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, ENVIRONMENT, ROLE } = variables;
  if (endpoint === undefined) return undefined;
  const { tracesObserver } = await import('./traces/traces-observer.ts').catch(explainMissingPackages);
  return tracesObserver({
    endpoint,
    headers: headersIn(headers ?? ''),
    attributes: {
      'service.name': 'vehicle-insurance',
      'service.instance.id': randomUUID(),
      'deployment.environment.name': ENVIRONMENT,
      'process.role': ROLE,
    },
    lost: (why) =>
      log.warn(`traces are lost: ${why}. Start the collector at OTEL_EXPORTER_OTLP_ENDPOINT, or correct the address`),
  });
};

/** The packages of OpenTelemetry are optional peer dependencies. */
const explainMissingPackages = (cause: NodeJS.ErrnoException): never => {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
  throw new Error(
    'Traces require packages that are not installed. Run "npm install @opentelemetry/api @opentelemetry/context-async-hooks @opentelemetry/core @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace", or "npm ci" in a clone of the project; or remove OTEL_EXPORTER_OTLP_ENDPOINT.',
    { cause },
  );
};

/** Headers in OpenTelemetry's format: `name=value`, separated by commas, with percent-encoded values. */
const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]];
    }),
  );
