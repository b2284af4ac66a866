import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const HTTP_1 = 'http/1.1';
const HTTP_2 = 'h2';

/** A protocol as in a client's first message, preceded by its length. */
const inHello = (protocol: string): string => `${String.fromCharCode(protocol.length)}${protocol}`;

/**
 * The protocols that a client offers for `https` in its first message. The server then closes the connection, so that
 * no certificate is needed. `ask` sends a request to the URL, and must resolve although the request fails.
 */
export const offeredProtocols = async (ask: (url: string) => Promise<unknown>): Promise<readonly string[]> => {
  const heard: Buffer[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (some) => {
      heard.push(some);
      if (Buffer.concat(heard).includes(inHello(HTTP_1))) socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await ask(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  const hello = Buffer.concat(heard);
  return [HTTP_1, HTTP_2].filter((protocol) => hello.includes(inHello(protocol)));
};
