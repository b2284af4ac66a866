import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A folder that belongs to this process until `release`, or until the process is gone. */
export type Ownership = {
  /** Gives an address to all callers, waiting and future ones: the folder's content can be used there. */
  readonly tellAddress: (address: string) => void;
  /** Waits until the address is no longer in use. From then on it is not given out. */
  readonly returned: () => Promise<void>;
  readonly release: () => Promise<void>;
};

/** An address in use: its owner can wait until it is given back. */
export type Borrowed = {
  readonly address: string;
  /** Signals that the address is no longer used; the end of this process does as well. */
  readonly giveBack: () => void;
};

/** The longest path of a Unix socket that works everywhere, less the suffix of one that is being removed. */
const LONGEST_PATH = 90;

/**
 * Takes the folder; undefined when a living process has it.
 *
 * The lock is a listening socket: the system closes it with the process, even after SIGKILL, so that no stale lock and
 * no reused process id can be mistaken for an owner. It also gives out the owner's address, to this user alone. An open
 * connection means that the address is still used.
 */
export const takeFolder = async (dir: string): Promise<Ownership | undefined> => {
  const path = socketPath(resolve(dir));
  const address = Promise.withResolvers<string>();
  const users = new Set<Socket>();
  let unused = Promise.withResolvers<void>();
  let lending = true;

  const lend = (socket: Socket): void => {
    users.add(socket);
    socket.once('close', () => {
      users.delete(socket);
      if (users.size === 0) unused.resolve();
    });
    void address.promise.then((told) => (lending && told ? socket.write(`${told}\n`) : socket.end()));
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.unref().resume();
    lend(socket);
  });
  if (!(await listening(server, path))) {
    if ((await answers(path)) || !(await cleared(path)) || !(await listening(server, path))) return undefined;
  }
  server.unref();
  return {
    tellAddress: address.resolve,
    returned: async () => {
      // Keeps this process alive while it waits, also for users that come meanwhile.
      server.ref();
      while (users.size > 0) {
        unused = Promise.withResolvers();
        await unused.promise;
      }
      lending = false;
      server.unref();
    },
    release: () => {
      lending = false;
      address.resolve('');
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of users) socket.destroy();
      return closed;
    },
  };
};

/** The address that the folder's owner gives, once it does; undefined when the folder has no owner. */
export const askOwner = async (dir: string): Promise<Borrowed | undefined> => {
  const socket = connect(socketPath(resolve(dir))).setEncoding('utf8');
  const address = await new Promise<string>((told) => {
    let said = '';
    socket.on('data', (text: string) => {
      said += text;
      if (said.endsWith('\n')) told(said.trim());
    });
    socket.on('error', () => told(''));
    socket.on('close', () => told(''));
  });
  if (address === '') {
    socket.destroy();
    return undefined;
  }
  socket.unref();
  return { address, giveBack: () => socket.destroy() };
};

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
