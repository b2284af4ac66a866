import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export interface Listening {
  readonly url: string;
  /** Answers requests from now on. Call `serve` before awaiting anything, so that no request is missed. */
  serve(app: Koa): void;
  /** Closes the server and all connections, even idle ones. */
  close(): Promise<void>;
}

/**
 * Binds the port before the simulator opens any file. So a second simulator started by mistake does not open the files
 * of the first. On failure, rejects with the system's error, such as `EADDRINUSE`.
 */
export const listen = async (host: string, port: number): Promise<Listening> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${reachable(host)}:${(server.address() as AddressInfo).port}`,
    serve: (app) => {
      const handle = app.callback();
      server.on('request', (request, response) => void handle(request, response));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A wildcard address cannot be called, and an IPv6 address needs brackets in a URL. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
