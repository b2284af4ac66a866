import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

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
  const deliveries: { readonly path: string; readonly header: unknown; readonly delivery: Delivery }[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      deliveries.push({ path: request.url ?? '', header: request.headers['x-team'], delivery: body as Delivery });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries: () => deliveries,
    spans: (): readonly CollectedSpan[] =>
      deliveries.flatMap(({ delivery }) =>
        delivery.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type Collector = Awaited<ReturnType<typeof collector>>;
