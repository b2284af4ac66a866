import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service's port: open from the first moment, and answered by whoever is ready to. */
export interface Door {
  /** Address and port without a path. */
  readonly url: string;
  /** From now on `listener` answers. */
  answerWith(listener: RequestListener): void;
  /** Takes no new connection and resolves when every request under way has been answered. */
  close(): Promise<void>;
}

/** Milliseconds a request under way may still take once the door closes. */
const GRACE = 10_000;

/**
 * Opens the door before anything else is started: a port that is taken is known at once, and who asks too early is
 * told to come back. Rejects with one clear line when the port cannot be had.
 */
export const openDoor = async (host: string, port: number): Promise<Door> => {
  let answer: RequestListener = (request, response) => {
    const live = request.url === '/health/live';
    response.writeHead(live ? 200 : 503, { 'content-type': 'application/json', ...(!live && { 'retry-after': '1' }) });
    response.end(
      JSON.stringify(
        live
          ? { status: 'live' }
          : { code: 'service_unavailable', message: 'The service is starting. Try again in a moment.' },
      ),
    );
  };
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(inWords(error, host, port), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    answerWith: (listener) => {
      answer = listener;
    },
    close: () =>
      new Promise((resolve) => {
        const impatient = setTimeout(() => server.closeAllConnections(), GRACE);
        server.close(() => {
          clearTimeout(impatient);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
};

const inWords = ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string => {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken. Stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Set HOST to one that is, such as 127.0.0.1.`;
  return `The service cannot listen on ${host}:${port}: ${message}.`;
};
