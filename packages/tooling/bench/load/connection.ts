import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerIn, type Answer } from './answer.ts';

export interface Connection {
  readonly isOpen: () => boolean;
  readonly ask: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
}

export const openConnection = async (url: string): Promise<Connection> => {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received: readonly Buffer[] = [];
  let waiting: PromiseWithResolvers<Answer> | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = [...received, chunk];
    const answer = answerIn(received.length === 1 ? chunk : Buffer.concat(received));
    if (!answer) return;
    received = [];
    waiting?.resolve(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error(`${url} closed a connection without a response`)));
  return {
    isOpen: () => !socket.destroyed,
    ask: (request) => {
      waiting = Promise.withResolvers<Answer>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
};
