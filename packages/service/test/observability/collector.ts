import { json, scriptedServer } from '@vehicle-insurance/testkit';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly { readonly name: string }[];
}

interface Delivery {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export const collector = async () => {
  const server = await scriptedServer();
  server.answer(json(200, {}));
  const deliveries = () =>
    server.asked.map(({ url: path, headers, body }) => ({
      ...{ path, header: headers['x-team'], delivery: JSON.parse(body) as Delivery },
    }));
  return {
    ...{ url: server.url, deliveries, close: () => void server.close() },
    spans: (): readonly CollectedSpan[] =>
      deliveries().flatMap(({ delivery }) =>
        delivery.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
};

export type Collector = Awaited<ReturnType<typeof collector>>;
