import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { comeBack, healthListener } from './health-listener.ts';
import { strictServer } from './strict-server.ts';

/** The service's port: open from the first moment, and answered by whoever is ready to. */
export interface Door {
  /** Address and port without a path. */
  readonly url: string;
  /** From now on `listener` answers. */
  answerWith(listener: RequestListener): void;
  /**
   * Refuses new connections, probes of readiness among them, and resolves when every request under way has been
   * answered. Each loses its connection with the answer: else a client that keeps it would keep the door open.
   */
  close(): Promise<void>;
}

/** Milliseconds a request under way may still take once the door closes: longer than the slowest provider's answer. */
const GRACE = 20_000;

const starting = healthListener(async () => ({ ready: false, reason: 'the service is starting' }), comeBack);

/**
 * Opens the door before anything else is started: a port that is taken is known at once, and who asks too early is
 * told to come back. Rejects with one clear line when the port cannot be had, which names the variable it came from.
 */
export const openDoor = async (host: string, port: number, variable = 'PORT'): Promise<Door> => {
  const underWay = new Set<ServerResponse>();
  let answer: RequestListener = starting;
  let closing: Promise<void> | undefined;

  const server = strictServer((request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (closing) hangUpAfter(response);
    answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(inWords(error, host, port, variable), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    const impatient = setTimeout(() => server.closeAllConnections(), GRACE);
    for (const response of underWay) hangUpAfter(response);
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(impatient);
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    answerWith: (listener) => {
      answer = listener;
    },
    close: () => (closing ??= close()),
  };
};

const hangUpAfter = (response: ServerResponse): void => {
  response.shouldKeepAlive = false;
};

const inWords = ({ code, message }: NodeJS.ErrnoException, host: string, port: number, variable: string): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken. Stop what uses it, or set ${variable} to another one.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set ${variable} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Set HOST to one that is, such as 127.0.0.1.`;
  return `The service cannot listen on ${host}:${port}: ${message}.`;
};
