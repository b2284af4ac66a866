import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A request that the server has received. */
export interface ScriptedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server with scripted answers that records its requests. */
export interface ScriptedServer {
  readonly url: string;
  readonly asked: readonly ScriptedRequest[];
  /** Sets how the server answers every request from now on. */
  answer(by: (response: ServerResponse, asked: ScriptedRequest) => void): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. Close the server in an `after` hook. */
export const scriptedServer = async (): Promise<ScriptedServer> => {
  const asked: ScriptedRequest[] = [];
  let by: (response: ServerResponse, asked: ScriptedRequest) => void = (response) => response.end();
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      asked.push(seen);
      by(response, seen);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      by = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Answers with a status and JSON. If `body` is a text, sends exactly that text. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Cuts the connection. */
export const cut = (response: ServerResponse): void => void response.socket?.destroy();

/** Never answers. */
export const silence = (): void => undefined;

/** Statuses of each class from 2xx to 5xx: the bounds of the class, and the common statuses. */
export const STATUSES: readonly number[] = [
  ...[200, 201, 202, 204, 205, 206, 299, 300, 301, 302, 303, 304, 305, 307, 308, 399],
  ...[400, 401, 403, 404, 405, 408, 409, 410, 418, 422, 425, 429, 499, 500, 501, 502, 503, 504, 599],
];

/** Whether a status means that a request has succeeded. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
