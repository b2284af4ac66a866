import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** One address for several processes: each connection goes to the next that accepts it. */
export const loadBalancer = async (ports: readonly number[]) => {
  const sockets = new Set<Socket>();
  let turn = 0;

  const reached = async (): Promise<Socket | undefined> => {
    turn += 1;
    for (const [offset] of ports.entries()) {
      const socket = connect(ports[(turn + offset) % ports.length] ?? 0, HOST);
      if (await once(socket, 'connect').catch(() => undefined)) return socket;
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
    close: async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
