import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy to a server. A test can cut the connections, even in the middle of a call. */
export interface TcpProxy {
  /** The server's URL through this proxy. */
  readonly url: string;
  /** Ends every connection and refuses new connections. */
  cut(): Promise<void>;
  /** Ends a connection as soon as the client has sent more than this number of bytes. */
  cutAfter(bytes: number): void;
  /** Forwards all data to the server, but ends each connection when the server begins to answer. */
  loseAnswers(): void;
  /** Accepts connections but forwards no data. `mend` forwards the held data. */
  hang(): void;
  /** Makes existing connections silently lose all data, as if a router had forgotten them. New connections work. */
  loseConnections(): void;
  /**
   * Ends the server's half of every existing connection, and of a new connection when the server begins to answer. Data
   * still reaches the server.
   */
  halfClose(): void;
  /** Delays all data by this number of milliseconds in each direction. */
  delay(milliseconds: number): void;
  /** Resolves as soon as a client sends data to the server. A failure at that moment is in the middle of a call. */
  used(): Promise<void>;
  /** Forwards all data again, except on the connections that `loseConnections` has broken. */
  mend(): Promise<void>;
  /** Sends new connections to another server, as after a DNS change. Existing connections stay. */
  leadTo(another: string): void;
}

/**
 * Opens a proxy to the server at `target`, a URL, on a free port of this machine. `watch` is called once for each
 * connection, and returns an observer of the data that the client sends.
 */
export const tcpProxy = async (
  target: string,
  watch: () => (sent: Buffer) => void = () => () => undefined,
): Promise<TcpProxy> => {
  let { hostname, port } = new URL(target);
  let holdsFor = Infinity;
  let losesAnswers = false;
  let hangs = false;
  let halfClosed = false;
  let takes = 0;
  const sockets = new Set<Socket>();
  const nears = new Set<Socket>();
  let tellUsed: () => void = () => undefined;
  let nextUse: Promise<void> | undefined;
  /** Delays data in one direction. The order stays the same even if the delay is removed while some data waits. */
  const delayer = () => {
    let waiting = 0;
    let last: Promise<unknown> = Promise.resolve();
    return (pass: () => void): void => {
      if (takes === 0 && waiting === 0) return pass();
      waiting += 1;
      const over = pause(takes);
      last = last
        .then(() => over)
        .then(() => {
          waiting -= 1;
          pass();
        });
    };
  };
  const pass = (near: Socket): void => {
    const far = connect(Number(port), hostname);
    const see = watch();
    const [there, back] = [delayer(), delayer()];
    let sent = 0;
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => sockets.delete(socket));
      if (hangs) socket.pause();
    }
    nears.add(near);
    near.on('close', () => {
      nears.delete(near);
      end();
    });
    far.on('data', (chunk) => {
      if (losesAnswers) end();
      else if (halfClosed) near.end();
      else back(() => near.writable && near.write(chunk));
    });
    far.on('end', () => back(() => near.end()));
    near.on('data', (chunk) => {
      see(chunk);
      sent += chunk.length;
      if (sent > holdsFor) return end();
      there(() => far.writable && far.write(chunk));
      tellUsed();
    });
  };
  const listen = async (at: number): Promise<Server> => {
    const server = createServer(pass).listen(at, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  /** Another process may use the port for a moment, so this function retries. */
  const listenAgain = async (at: number): Promise<Server> => {
    for (;;)
      try {
        return await listen(at);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
        await pause(50);
      }
  };
  let server = await listen(0);
  const here = (server.address() as AddressInfo).port;
  const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(here) });

  return {
    url: url.href.replace(/\/$/, ''),
    cut: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    cutAfter: (bytes) => {
      holdsFor = bytes;
    },
    loseAnswers: () => {
      losesAnswers = true;
    },
    hang: () => {
      hangs = true;
      for (const socket of sockets) socket.pause();
    },
    loseConnections: () => {
      for (const socket of sockets) socket.removeAllListeners('data').resume();
    },
    halfClose: () => {
      halfClosed = true;
      for (const near of nears) near.end();
    },
    delay: (milliseconds) => {
      takes = milliseconds;
    },
    used: () =>
      (nextUse ??= new Promise<void>((resolve) => {
        tellUsed = resolve;
      }).finally(() => (nextUse = undefined))),
    mend: async () => {
      [holdsFor, losesAnswers, hangs, halfClosed, takes] = [Infinity, false, false, false, 0];
      for (const socket of sockets) socket.resume();
      if (!server.listening) server = await listenAgain(here);
    },
    leadTo: (another) => {
      ({ hostname, port } = new URL(another));
    },
  };
};
