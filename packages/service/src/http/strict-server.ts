import { randomUUID } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';

/** Statuses for error codes of Node's HTTP parser. Any other error is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'This is not a valid HTTP/1.1 request. Send it with an HTTP client and a Host header.',
  405: 'This service is not a proxy. Call the API at its own address.',
  408: 'The request did not arrive within a minute. Send it again without a pause; over a slow connection, send a smaller document.',
  413: 'The chunks of the body have too many extensions. Send the body without extensions.',
  417: 'The service supports no expectation except 100-continue. Remove the Expect header.',
  431: 'The address and the headers are too long. Together they may have at most 16 KB.',
};

/** In milliseconds: for a whole request to arrive, and for its headers alone. */
const ARRIVAL = { requestTimeout: 60_000, headersTimeout: 10_000 } as const;

/** Milliseconds that a caller has to read the response before the connection is closed. */
const LINGER = 1_000;

/**
 * A server that answers errors in the API's format, even errors of the HTTP parser. If it is unclear where the next
 * request starts, the connection closes after the response.
 *
 * `timeout` is the number of milliseconds after which an idle connection is closed without a response; 0 means never.
 * `timeout` must be longer than any response takes. With 0, data that a caller never reads stays in memory.
 */
export const strictServer = (answer: RequestListener, timeout = 0, Response = ServerResponse): Server => {
  const server = createServer({ requireHostHeader: false, ServerResponse: Response, ...ARRIVAL }, (request, response) =>
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

/** HTTP/1.1 requires a Host header. */
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
    // The error may be in the headers that would name a language.
    'content-language': 'en',
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
 * Sends the error, then reads and drops the rest of the request. Closing a connection with unread data would reset it,
 * and the caller would lose the response.
 */
const refuseConnection = (socket: Duplex, status: number): void => {
  if (socket.writableEnded) return;
  // Node leaves a CONNECT socket without an error listener. An error during the response would end the process.
  socket.on('error', () => undefined);
  if (!socket.writable) return void socket.destroy();
  const { headers, body } = refusalOf(status);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER).unref();
};
