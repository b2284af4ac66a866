import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the program that started this process where it listens. */
export const tell = (url: string): void => {
  process.send?.({ url });
};

/** Listens on a free port of this machine, and says which. */
export const announce = async (server: Server): Promise<void> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
};
