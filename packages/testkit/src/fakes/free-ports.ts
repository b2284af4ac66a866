import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * Returns this number of free ports of this machine. The ports are reserved together, because a port that is freed
 * earlier could be returned twice.
 */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
};

/** A free port of this machine. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await freePorts(1);
  return port;
};
