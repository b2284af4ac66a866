import { section } from '../section.ts';
import { text } from '../variable.ts';

export const OBSERVABILITY = section({
  title: 'Observability',
  properties: {
    METRICS_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      description: 'Port on HOST for Prometheus (/metrics); 0 chooses a free one. Default: no metrics.',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: text(
      'Collector that receives OpenTelemetry traces, as JSON over HTTP, such as http://localhost:4318. Default: no traces.',
      { address: 'collector' },
    ),
    OTEL_EXPORTER_OTLP_HEADERS: text(
      'Headers that the collector requires, for example with its key: name=value, percent-encoded, separated by commas.',
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
      ? ['OTEL_EXPORTER_OTLP_HEADERS is set without a collector: set OTEL_EXPORTER_OTLP_ENDPOINT too.']
      : []),
  ],
  unsafe: ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }) =>
    headers !== undefined && endpoint !== undefined && !endpoint.startsWith('https://')
      ? [
          'OTEL_EXPORTER_OTLP_ENDPOINT must be an https:// address if headers are sent there: they contain a key, which must not be sent unencrypted.',
        ]
      : [],
});

const PAIR = String.raw`\s*[\w-]+=(?:[^%,\s]|%[0-9A-Fa-f]{2})+\s*`;
const HEADERS = new RegExp(`^${PAIR}(?:,${PAIR})*$`);
