import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A way to a server that can be cut and mended. */
export interface BreakableServer {
  /** The server's address, on this way. */
  readonly url: string;
  /** Cuts every connection, and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** New connections reach another server from now on, as when a name moves; those there are stay where they are. */
  leadTo(another: string): void;
}

/** Opens such a way to the server at `target`, as a URL; listens on a free port of this machine. */
export const breakableServer = async (target: string): Promise<BreakableServer> => {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const pass = (incoming: Socket): void => {
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  };
  let server: Server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const here = typeof address === 'object' && address !== null ? address.port : 0;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(here);

  return {
    url: url.href,
    cut: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    leadTo: (another) => {
      ({ hostname, port } = new URL(another));
    },
    mend: async () => {
      server = createServer(pass).listen(here, '127.0.0.1');
      await once(server, 'listening');
    },
  };
};
