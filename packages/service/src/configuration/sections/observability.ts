import { section } from '../section.ts';
import { text } from '../variable.ts';

/** What an operator can see besides the log. */
export const OBSERVABILITY = section({
  title: 'Observability',
  properties: {
    METRICS_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      description: 'Port of HOST on which Prometheus finds /metrics; 0 takes a free one. Default: no metrics.',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: text(
      'Where OpenTelemetry traces are sent, as JSON over HTTP: a collector, such as http://localhost:4318. Default: no traces.',
      { address: 'collector' },
    ),
    OTEL_EXPORTER_OTLP_HEADERS: text(
      'Headers the collector wants, such as a key: name=value, separated by commas, values as in an address.',
      { secret: 'provider', list: true },
    ),
  },
  invalid: ({ PORT, METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }) => [
    ...(METRICS_PORT !== undefined && METRICS_PORT !== 0 && METRICS_PORT === PORT
      ? ['METRICS_PORT must differ from PORT: metrics are not for callers.']
      : []),
    ...(headers !== undefined && !HEADERS.test(headers)
      ? ['OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value, with %20 for a space.']
      : []),
    ...(headers !== undefined && endpoint === undefined
      ? ['OTEL_EXPORTER_OTLP_HEADERS is set, but there is nobody to send them to: set OTEL_EXPORTER_OTLP_ENDPOINT too.']
      : []),
  ],
  unsafe: ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }) =>
    headers !== undefined && endpoint !== undefined && !endpoint.startsWith('https://')
      ? [
          'OTEL_EXPORTER_OTLP_ENDPOINT must be an https:// address when headers are sent there: they hold a key, which must not travel in the clear.',
        ]
      : [],
});

const PAIR = String.raw`\s*[\w-]+=(?:[^%,\s]|%[0-9A-Fa-f]{2})+\s*`;
const HEADERS = new RegExp(`^${PAIR}(?:,${PAIR})*$`);
