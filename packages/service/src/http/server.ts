import { ServerResponse, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notReady, healthListener } from './health-listener.ts';
import { strictServer } from './strict-server.ts';

/** A listening server. Its request listener can be replaced. */
export interface OpenServer {
  /** The URL without a path. */
  readonly url: string;
  answerWith(listener: RequestListener): void;
  /**
   * Refuses new connections, even for readiness probes. Each open connection ends after its current response, because
   * keep-alive would delay the close. After 20 seconds, all remaining connections are cut off.
   */
  close(): Promise<void>;
}

/** Milliseconds that requests in progress get when the server closes: longer than the slowest provider call. */
const GRACE = 20_000;

const starting = healthListener(async () => ({ ready: false, reason: 'the service is starting' }), notReady);

/**
 * Listens at once. Until `answerWith` is called, the liveness probe gets 200 and every other request 503. If the server
 * cannot listen, rejects with one line that explains why. `variable` is the environment variable of the port. `timeout`
 * is the number of milliseconds after which an idle connection is closed. Without `timeout`, idle connections stay
 * open.
 */
export const openServer = async (
  host: string,
  port: number,
  { variable, timeout }: { readonly variable: string; readonly timeout?: number },
): Promise<OpenServer> => {
  let answer: RequestListener = starting;
  let closing: Promise<void> | undefined;

  // Each response checks `closing` itself. A `Set` of the responses in progress would keep answered responses in memory
  // until a full garbage collection, because V8 links each outgrown table of a set to the next one.
  class Response<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...head: unknown[]): this {
      if (closing) this.shouldKeepAlive = false;
      return super.writeHead(...(head as [number]));
    }
  }
  const server = strictServer((request, response) => answer(request, response), timeout, Response);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(inWords(error, host, port, variable), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    const tooLate = setTimeout(() => server.closeAllConnections(), GRACE);
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(tooLate);
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    answerWith: (listener) => {
      answer = listener;
    },
    close: () => (closing ??= close()),
  };
};

const inWords = ({ code, message }: NodeJS.ErrnoException, host: string, port: number, variable: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use. Stop the program that uses it, or set ${variable} to another port.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set ${variable} to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Set HOST to one of its addresses, such as 127.0.0.1.`;
  return `The service cannot listen on ${host}:${port}: ${message}.`;
};
