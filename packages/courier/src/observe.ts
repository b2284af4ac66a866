import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Report } from './dispatcher.ts';
import { courierMetrics, withTimeLimit } from './metrics.ts';
import type { Store } from './store/open-store.ts';

/** The HTTP server for health probes and metrics. */
export interface Observed {
  readonly url: string;
  readonly count: Report;
  readonly close: () => Promise<void>;
}

/** Serves `/health/live`, `/health/ready` and `/metrics`. Port 0 chooses a free port. */
export const observe = async (store: Store, { port, host }: { port: number; host: string }): Promise<Observed> => {
  const { registry, text, count } = courierMetrics(store);

  /** Why the courier does not work; empty if it works. */
  const problems = async (): Promise<readonly string[]> => {
    try {
      return (await withTimeLimit(store.feeds())).flatMap(({ name, problem }) =>
        problem === null ? [] : [`${name}: ${problem}`],
      );
    } catch {
      return ['The database does not answer.'];
    }
  };

  const answers: Readonly<Record<string, () => Promise<readonly [status: number, type: string, body: string]>>> = {
    '/health/live': () => Promise.resolve([200, 'application/json', '{"status":"live"}']),
    '/health/ready': async () => {
      const found = await problems();
      return [found.length === 0 ? 200 : 503, 'application/json', JSON.stringify({ problems: found })];
    },
    '/metrics': async () => [200, registry.contentType, await text()],
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? (() => Promise.resolve([404, 'text/plain', 'not found'] as const));
    answer().then(
      ([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const inUse = error.code === 'EADDRINUSE';
    throw new Error(inUse ? `Port ${port} of ${host} is in use: set COURIER_PORT to another.` : error.message);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    count,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
