import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** A folder that belongs to this process until `release`, or until the process is gone. */
export type Ownership = {
  /**
   * Gives an address to all callers, waiting and future ones. An empty one means that there is nothing to use, or no
   * longer.
   */
  readonly tellAddress: (address: string) => void;
  readonly release: () => Promise<void>;
};

/** The longest path of a Unix socket that works everywhere, less the suffix of one that is being removed. */
const LONGEST_PATH = 90;

/**
 * Takes the folder; undefined when a living process has it.
 *
 * The lock is a listening socket: the system closes it with the process, even after SIGKILL, so that no stale lock and
 * no reused process id can be mistaken for an owner. It also gives out the owner's address, to this user alone.
 */
export const takeFolder = async (dir: string): Promise<Ownership | undefined> => {
  const path = socketPath(resolve(dir));
  const first = Promise.withResolvers<string>();
  let address = first.promise;
  const tellAddress = (told: string): void => {
    first.resolve(told);
    address = Promise.resolve(told);
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.unref().resume();
    void address.then((told) => socket.end(told, () => socket.destroy()));
  });
  if (!(await listening(server, path))) {
    if ((await answers(path)) || !(await cleared(path)) || !(await listening(server, path))) return undefined;
  }
  server.unref();
  return {
    tellAddress,
    release: () => {
      tellAddress('');
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
};

/** The address that the folder's owner gives, once it does; undefined when there is no owner, or nothing to use. */
export const askOwner = async (dir: string): Promise<string | undefined> =>
  (await text(connect(socketPath(resolve(dir)))).catch(() => '')) || undefined;

const socketPath = (dir: string): string => {
  const path = join(dir, 'owner.sock');
  return path.length <= LONGEST_PATH
    ? path
    : join(tmpdir(), `database-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}.sock`);
};

const listening = (server: Server, path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error);
    server.once('error', refused);
    server.listen(path, () => {
      server.off('error', refused);
      resolve(true);
    });
  });

/** Whether a process listens. Only a refused connection means that none does: another user's socket counts as one. */
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
 * Removes the socket of an owner that is gone. It is moved aside first and asked once more there, so that of two
 * processes that clear at the same time neither can remove the socket the other has just opened.
 */
const cleared = async (path: string): Promise<boolean> => {
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
