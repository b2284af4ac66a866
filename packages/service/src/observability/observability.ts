import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Variables } from '../configuration/variables.ts';
import { openDoor } from '../http/door.ts';
import { logWatch } from './log-watch.ts';
import { together, type Watch } from './watch.ts';

/** What an operator has asked to see of the service besides its log. */
export interface Observability extends Required<Watch> {
  /** Where a scraper finds the metrics; absent where nobody asked for them. */
  readonly metricsUrl: string | undefined;
  close(): Promise<void>;
}

/** Loads and starts what the configuration asks for, and nothing else. */
export const observability = async (variables: Variables, log: Logger): Promise<Observability> => {
  await using opening = new AsyncDisposableStack();
  const metrics = await openMetrics(variables);
  if (metrics) opening.defer(metrics.close);
  const traces = await openTraces(variables, log);
  if (traces) opening.defer(traces.close);
  const watches = [metrics?.watch, traces].filter((watch) => watch !== undefined);
  const opened = opening.move();
  return {
    ...together([logWatch(log), ...watches]),
    metricsUrl: metrics?.url,
    close: () => opened.disposeAsync(),
  };
};

const openMetrics = async ({ HOST, METRICS_PORT }: Variables) => {
  if (METRICS_PORT === undefined) return undefined;
  const { metricsWatch } = await import('./metrics/metrics-watch.ts');
  const { metricsListener } = await import('./metrics/metrics-listener.ts');
  const watch = metricsWatch();
  const door = await openDoor(HOST, METRICS_PORT, 'METRICS_PORT');
  door.answerWith(metricsListener(watch));
  return { watch, url: `${door.url}/metrics`, close: door.close };
};

const openTraces = async (variables: Variables, log: Logger) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, ENVIRONMENT, ROLE } = variables;
  if (endpoint === undefined) return undefined;
  const { tracesWatch } = await import('./traces/traces-watch.ts');
  return tracesWatch({
    endpoint,
    headers: headersIn(headers ?? ''),
    attributes: {
      'service.name': 'vehicle-insurance',
      'service.instance.id': randomUUID(),
      'deployment.environment.name': ENVIRONMENT,
      'process.role': ROLE,
    },
    lost: (why) =>
      log.warn(`traces are lost: ${why}. Start what listens at OTEL_EXPORTER_OTLP_ENDPOINT, or correct it`),
  });
};

/** Headers as OpenTelemetry writes them: `name=value`, separated by commas, the values encoded as in an address. */
const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]];
    }),
  );
