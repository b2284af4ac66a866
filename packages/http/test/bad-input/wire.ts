import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LONGEST_WAIT } from '@vehicle-insurance/core';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export type Wire = Awaited<ReturnType<typeof openWire>>;

/** Longer than any request takes: a silent service must fail the test instead of hanging it. */
const SILENCE = (LONGEST_WAIT + 10) * 1_000;

export const openWire = async (url: string) => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const read = answersOf(socket);
  return {
    /** Writes bytes and reads one response. Rejects if the connection ends or stays silent. */
    exchange: (bytes: string | Uint8Array) => {
      socket.write(bytes);
      return read();
    },
    close: () => socket.destroy(),
  };
};

const answersOf = (socket: Socket): (() => Promise<WireAnswer>) => {
  let received = Buffer.alloc(0);
  let ended: string | undefined;
  let look = (): void => undefined;
  const end = (why: string) => () => {
    ended ??= why;
    look();
  };
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    look();
  });
  socket.on('close', end('closed'));
  socket.on('end', end('closed'));
  socket.on('error', ({ message }) => end(message)());
  socket.setTimeout(SILENCE, end('silent'));
  return () =>
    new Promise((resolve, reject) => {
      look = () => {
        const found = firstAnswer(received);
        if (found) {
          received = received.subarray(found.length);
          look = () => undefined;
          resolve(found.answer);
        } else if (ended !== undefined)
          reject(new Error(`no response: ${ended}, after ${received.toString('latin1')}`));
      };
      look();
    });
};

/** The first complete response in the bytes. Without a content length it has no body. */
const firstAnswer = (bytes: Buffer): { readonly answer: WireAnswer; readonly length: number } | undefined => {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const start = headEnd + 4;
  const status = Number(statusLine.split(' ')[1]);
  if (status === 100) {
    const rest = firstAnswer(bytes.subarray(start));
    return rest && { ...rest, length: rest.length + start };
  }
  const length = start + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return undefined;
  return { answer: { status, headers, text: bytes.subarray(start, length).toString() }, length };
};
