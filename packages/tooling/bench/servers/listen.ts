import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const reportAddress = (url: string): void => {
  process.send?.({ url });
};

export const listen = async (server: Server): Promise<void> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  reportAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
};
