import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that keeps nothing of what it was asked. */
export interface PlainServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Opens a server on this machine. */
export const plainServer = async (listener: RequestListener): Promise<PlainServer> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
