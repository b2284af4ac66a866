import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address for several processes: each connection goes to the next that accepts it. */
export interface LoadBalancer {
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

export const loadBalancer = async (ports: readonly number[]): Promise<LoadBalancer> => {
  const sockets = new Set<Socket>();
  let turn = 0;

  const reached = async (): Promise<Socket | undefined> => {
    turn += 1;
    for (const [offset] of ports.entries()) {
      const socket = connect(ports[(turn + offset) % ports.length] ?? 0, HOST);
      const isThere = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (isThere) return socket;
    }
    return undefined;
  };
  const lead = async (outside: Socket): Promise<void> => {
    sockets.add(outside.on('error', () => outside.destroy()).pause());
    const inside = await reached();
    outside.on('close', () => {
      sockets.delete(outside);
      inside?.destroy();
    });
    if (!inside || outside.destroyed) return void outside.destroy();
    inside.on('error', () => outside.destroy()).on('close', () => outside.destroy());
    outside.pipe(inside).pipe(outside);
  };

  const server = createServer((outside) => void lead(outside)).listen(0, HOST);
  await once(server, 'listening');
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
