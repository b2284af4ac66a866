import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** A folder that this process owns until `release`, or until the process ends. */
export type Ownership = {
  /**
   * Publishes an address to all callers, also to those that already wait. An empty address means that nothing is
   * available.
   */
  readonly publishAddress: (address: string) => void;
  readonly release: () => Promise<void>;
};

/** The maximum length of a Unix socket's path on all systems, minus the suffix of a socket that is being removed. */
const LONGEST_PATH = 90;

/**
 * Takes ownership of the folder; undefined if a live process owns it.
 *
 * The lock is a listening socket. The system closes the socket with the process, even after SIGKILL. So no stale lock
 * and no reused process id can look like an owner. The socket also sends the owner's address, but only to this user.
 */
export const takeFolder = async (dir: string): Promise<Ownership | undefined> => {
  const path = socketPath(resolve(dir));
  const first = Promise.withResolvers<string>();
  let address = first.promise;
  const publishAddress = (published: string): void => {
    first.resolve(published);
    address = Promise.resolve(published);
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.unref().resume();
    void address.then((published) => socket.end(published, () => socket.destroy()));
  });
  if (!(await listen(server, path))) {
    if ((await answers(path)) || !(await clearSocket(path)) || !(await listen(server, path))) return undefined;
  }
  server.unref();
  return {
    publishAddress,
    release: () => {
      publishAddress('');
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
};

/**
 * Waits for the address that the folder's owner publishes. Undefined if there is no owner, or if the address is empty.
 */
export const askOwner = async (dir: string): Promise<string | undefined> =>
  (await text(connect(socketPath(resolve(dir)))).catch(() => '')) || undefined;

const socketPath = (dir: string): string => {
  const path = join(dir, 'owner.sock');
  return path.length <= LONGEST_PATH
    ? path
    : join(tmpdir(), `database-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}.sock`);
};

const listen = (server: Server, path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error);
    server.once('error', onError);
    server.listen(path, () => {
      server.off('error', onError);
      resolve(true);
    });
  });

/**
 * Whether a process listens. Only a refused connection or a missing socket means that no process listens, so another
 * user's socket counts as an owner.
 */
const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });

/**
 * Removes the socket of a dead owner. First moves the socket aside and connects to it once more. So two processes that
 * do this at the same time cannot remove each other's new socket.
 */
const clearSocket = async (path: string): Promise<boolean> => {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return true;
  }
  if (await answers(aside)) {
    renameSync(aside, path);
    return false;
  }
  rmSync(aside, { force: true });
  return true;
};
