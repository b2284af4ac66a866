import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A request that the server has received. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server with scripted answers that records its requests. */
export interface ScriptedServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** From now on every request is answered by this. */
  answer(by: (response: ServerResponse, asked: Asked) => void): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine; close it in an `after` hook. */
export const scriptedServer = async (): Promise<ScriptedServer> => {
  const asked: Asked[] = [];
  let by: (response: ServerResponse, asked: Asked) => void = (response) => response.end();
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

/** Answers with a status and JSON, or with exactly the given text. */
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
