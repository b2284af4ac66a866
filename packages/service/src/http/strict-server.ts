import { randomUUID } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';

/** Statuses for error codes of Node's parser; any other error is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'This is no valid HTTP/1.1 request. Send it with an HTTP client, to this host by its name.',
  405: 'This service is no proxy. Call the API by its own address.',
  408: 'The request did not arrive within a minute. Send it again, without a pause; over a slow line send a smaller document.',
  413: 'The chunks of the body carry too much besides the body. Send the body alone.',
  417: 'The service meets no expectation but 100-continue. Leave the Expect header out.',
  431: 'Address and headers are too long together. Send at most 16 KB of them.',
};

/** Milliseconds for a whole request to arrive, and for its headers. */
const ARRIVAL = { requestTimeout: 60_000, headersTimeout: 10_000 } as const;

/** Milliseconds for a caller to read the answer before the connection is closed. */
const LINGER = 1_000;

/**
 * A server that answers errors in the API's own form, even where HTTP's parser refuses and there is no request yet. A
 * connection on which the start of the next request is unclear is closed after the answer. `timeout`: milliseconds
 * after which an idle connection is closed without an answer, 0 for never; longer than any answer takes. Until then,
 * data that the caller does not read is held in memory.
 */
export const strictServer = (answer: RequestListener, timeout = 0): Server => {
  const server = createServer({ requireHostHeader: false, ...ARRIVAL }, (request, response) =>
    isAddressed(request) ? answer(request, response) : refuse(response, 400),
  );
  server.timeout = timeout;
  server.on('checkExpectation', (_, response) => refuse(response, 417));
  server.on('connect', (_, socket) => refuseConnection(socket, 405));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) =>
    refuseConnection(socket, STATUS_OF[code] ?? 400),
  );
  return server;
};

/** Since HTTP/1.1 a request must name its host. */
const isAddressed = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.0' || headers.host !== undefined;

const refusalOf = (status: number) => {
  const [code, message] = [codeOf(status), MESSAGES[status]];
  const details = [{ field: 'request', message: 'must be a valid HTTP/1.1 request, sent without a pause' }];
  const body = JSON.stringify({ code, message, ...(code === 'invalid_request' && { details }) });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    connection: 'close',
  };
  return { headers, body };
};

const codeOf = (status: number): string => {
  if (status === 405) return 'method_not_allowed';
  return status === 413 || status === 431 ? 'payload_too_large' : 'invalid_request';
};

const refuse = (response: ServerResponse, status: number): void => {
  const { headers, body } = refusalOf(status);
  response.writeHead(status, headers).end(body);
};

/**
 * Reads and drops what the caller still sends: closing with unread data would reset the connection and lose the answer.
 */
const refuseConnection = (socket: Duplex, status: number): void => {
  if (socket.writableEnded) return;
  // Node leaves a tunnel's socket without a listener: an error on it during the answer would end the process.
  socket.on('error', () => undefined);
  if (!socket.writable) return void socket.destroy();
  const { headers, body } = refusalOf(status);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER).unref();
};
