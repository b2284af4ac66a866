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
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export const collector = async () => {
  const server = await scriptedServer();
  server.answer(json(200, {}));
  return {
    ...{ url: server.url, close: () => void server.close() },
    /** The path and the header `x-team` of each request. */
    requests: () => server.asked.map(({ url, headers }) => [url, headers['x-team']]),
    text: () => server.asked.map(({ body }) => body).join(),
    spans: (): readonly CollectedSpan[] =>
      server.asked.flatMap(({ body }) =>
        (JSON.parse(body) as Delivery).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  };
};

export type Collector = Awaited<ReturnType<typeof collector>>;
