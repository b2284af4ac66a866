import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server that can be cut. */
export interface FaultyLine {
  readonly url: string;
  /** From now on everything goes through. */
  mend(): void;
  /** From now on every connection ends once so many bytes have been sent to the server. */
  cutAfter(bytes: number): void;
  /** From now on the server gets everything, and every connection ends when it begins to answer. */
  loseAnswers(): void;
  close(): Promise<void>;
}

/** A port of this machine from which all is passed on to the server at `target`, for as long as the line holds. */
export const faultyLine = async (target: string): Promise<FaultyLine> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let holdsFor = Number.POSITIVE_INFINITY;
  let losesAnswers = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let sent = 0;
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => sockets.delete(socket));
    }
    near.on('close', cut);
    far.on('data', (chunk) => (losesAnswers ? cut() : near.write(chunk)));
    far.on('end', () => near.end());
    near.on('data', (chunk) => {
      sent += chunk.length;
      if (sent > holdsFor) return cut();
      far.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mend: () => {
      holdsFor = Number.POSITIVE_INFINITY;
      losesAnswers = false;
    },
    cutAfter: (bytes) => {
      holdsFor = bytes;
    },
    loseAnswers: () => {
      losesAnswers = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
