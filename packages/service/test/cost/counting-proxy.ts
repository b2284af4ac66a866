import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to PostgreSQL on which the statements that are sent are counted, whatever driver sends them. */
export interface CountingProxy {
  readonly url: string;
  /** Statements since this was last asked. */
  taken(): number;
  close(): Promise<void>;
}

/** Messages of PostgreSQL's protocol by which a client has a statement run: `Query`, and `Execute` of a prepared one. */
const RUN_A_STATEMENT = ['Q', 'E'];

export const countingProxy = async (target: string): Promise<CountingProxy> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const end = (): void => void [near.destroy(), far.destroy()];
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket)).on('error', end);
    }
    const typesIn = messageTypes();
    near.on('data', (chunk: Buffer) => {
      sent += typesIn(chunk).filter((type) => RUN_A_STATEMENT.includes(type)).length;
    });
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = (server.address() as AddressInfo).port;
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(here) }).href,
    taken: () => {
      const taken = sent;
      sent = 0;
      return taken;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/** The types of a client's messages, as far as they have come whole. The first message of all has none. */
const messageTypes = (): ((chunk: Buffer) => readonly string[]) => {
  let rest: Buffer = Buffer.alloc(0);
  let typed = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const types: string[] = [];
    while (rest.length >= typed + 4) {
      const length = typed + rest.readInt32BE(typed);
      if (rest.length < length) break;
      types.push(rest.toString('latin1', 0, typed));
      rest = rest.subarray(length);
      typed = 1;
    }
    return types;
  };
};
