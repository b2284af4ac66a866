import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { endsOfMessages, type Message } from './messages.ts';

/** One connection of a client to the server, seen from the proxy between them. */
export interface Line {
  /** The server's process for this connection; undefined until the server has named it. */
  pid: number | undefined;
  /** Breaks the connection on both sides, as a network does. */
  end(): void;
}

/** Handles the messages of one connection: each is replaced by the messages that are returned for it. */
export interface Handler {
  readonly toServer: (message: Message) => readonly Message[] | Promise<readonly Message[]>;
  readonly toClient: (message: Message) => readonly Message[] | Promise<readonly Message[]>;
  readonly ended?: () => void;
}

/** A proxy to a PostgreSQL server that can read, change, delay or drop every message of its protocol. */
export interface Wire {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens such a proxy. It works on the protocol, so it changes statements of any driver. */
export const wire = async (target: string, handlerOf: (line: Line) => Handler): Promise<Wire> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const pass = (near: Socket): void => {
    const far = connect(Number(port), hostname);
    const line: Line = {
      pid: undefined,
      end: () => {
        near.destroy();
        far.destroy();
      },
    };
    const handler = handlerOf(line);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', line.end).on('close', () => sockets.delete(socket));
    }
    const carry = (from: Socket, to: Socket, isStarted: boolean, change: Handler['toServer']): void => {
      const read = endsOfMessages(isStarted);
      let last: Promise<unknown> = Promise.resolve();
      from.on('data', (chunk) => {
        for (const message of read(chunk))
          last = last.then(async () => {
            for (const { bytes } of await change(message)) if (to.writable) to.write(bytes);
          });
      });
      // First delivers the data that arrived before the connection ended.
      from.on('close', () => {
        void last.then(() => to.end());
        handler.ended?.();
      });
    };
    carry(near, far, false, handler.toServer);
    carry(far, near, true, (message) => {
      line.pid ??= message.pid;
      return handler.toClient(message);
    });
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = (server.address() as AddressInfo).port;
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(here) }).href,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
