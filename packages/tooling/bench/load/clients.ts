import { openConnection, type Connection } from './connection.ts';
import type { Answer } from './answer.ts';

/** A fixed number of clients of one server, each with its own connection. */
export interface Clients {
  /** Reopens connections that the server has closed while they were idle. */
  readonly ready: () => Promise<void>;
  readonly ask: (request: Buffer) => Promise<Answer>;
  /** Sends all requests. Each client sends its next request after a response. Returns the number of received bytes. */
  readonly askAll: (requests: readonly Buffer[], status: number) => Promise<number>;
  readonly close: () => void;
}

/** Milliseconds after which an idle connection is reopened: Node's server closes it after five seconds. */
const TRUSTED_FOR = 3_000;

export const clientsOf = (url: string, count: number): Clients => {
  let connections: readonly Connection[] = [];
  let used = -Infinity;

  const ready = async (): Promise<void> => {
    if (connections.length === count && performance.now() - used < TRUSTED_FOR && connections.every((c) => c.isOpen()))
      return;
    for (const connection of connections) connection.close();
    connections = await Promise.all(Array.from({ length: count }, () => openConnection(url)));
    used = performance.now();
  };
  return {
    ready,
    ask: async (request) => {
      await ready();
      const answer = await (connections[0] as Connection).ask(request);
      used = performance.now();
      return answer;
    },
    askAll: async (requests, status) => {
      let [next, bytes] = [0, 0];
      const askOn = async (connection: Connection): Promise<void> => {
        for (let request = requests[next]; request; request = requests[next]) {
          next += 1;
          const answer = await connection.ask(request);
          if (answer.status !== status)
            throw new Error(`${url} responds ${answer.status} instead of ${status}: ${answer.body.toString()}`);
          bytes += answer.bytes;
        }
      };
      await Promise.all(connections.map(askOn));
      used = performance.now();
      return bytes;
    },
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
};
