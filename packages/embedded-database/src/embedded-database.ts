import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountFor } from './account.ts';
import { binaries } from './binaries.ts';
import { clusterIn, dataIn, prepareFolder } from './cluster.ts';
import { freePort } from './free-port.ts';
import { stopLeftover } from './leftover.ts';
import { askOwner, takeOwnership, type Ownership } from './ownership.ts';
import { type DatabaseServer, startServer } from './server.ts';

/** A running PostgreSQL. */
export type EmbeddedDatabase = {
  /** Address with user and password; it changes with every start. */
  readonly url: string;
  /** Shuts the server down in order. A second call waits for the first. */
  readonly stop: () => Promise<void>;
};

/** Where the server keeps its data, and how. */
export type EmbeddedDatabaseOptions = {
  /** Folder that holds the data and the password. Made if it does not exist; readable by its owner only. */
  readonly dir: string;
  /** Receives each line of the server's log. */
  readonly log?: (line: string) => void;
  /** Milliseconds to wait for a process that has the folder just now; 0 unless given. */
  readonly patience?: number;
  /** `false` trades survival of a power cut for speed. For tests. */
  readonly durable?: boolean;
};

const ATTEMPTS = 60;
const BETWEEN_ATTEMPTS_MILLISECONDS = 100;

/**
 * A real PostgreSQL 18 in a folder, on a free port of 127.0.0.1, behind a random password.
 *
 * Data outlives the process. One process owns the folder at a time; a second one is refused at once. A server left by
 * an owner that was killed is stopped in order before the new one starts, and the server stops by itself soon after
 * its owner has died.
 */
export const embeddedDatabase = async (options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> => {
  const { durable = true, patience = 0, log = () => undefined } = options;
  const dir = resolve(options.dir);
  const { initdb, postgres } = await binaries();
  prepareFolder(dir);
  const ownership = await takenWithin(patience, dir);
  if (ownership === undefined)
    throw new Error(
      `The database in ${dir} is in use by another process. Stop that one first, or choose another folder.`,
    );

  try {
    const account = accountFor(dataIn(dir), [dir, dirname(postgres)]);
    const { data, password } = await clusterIn(dir, initdb, account, durable);
    await stopLeftover(data);
    const start = async (attempt: number): Promise<{ server: DatabaseServer; port: number }> => {
      const port = await freePort();
      const server = await startServer([postgres, '-D', data, ...settings(port, durable)], account, log);
      if ('stop' in server) return { server, port };
      if (attempt === ATTEMPTS || !passes(server.said))
        throw new Error(`PostgreSQL did not start in ${dir}.\n${server.said}`);
      await pause(BETWEEN_ATTEMPTS_MILLISECONDS);
      return start(attempt + 1);
    };
    const { server, port } = await start(1);
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
    ownership.announce(url);
    let stopping: Promise<void> | undefined;
    return { url, stop: () => (stopping ??= server.stop().then(ownership.release)) };
  } catch (error) {
    await ownership.release();
    throw error;
  }
};

const takenWithin = async (patience: number, dir: string): Promise<Ownership | undefined> => {
  const giveUp = performance.now() + patience;
  for (;;) {
    const ownership = await takeOwnership(dir);
    if (ownership !== undefined || performance.now() >= giveUp) return ownership;
    await pause(BETWEEN_ATTEMPTS_MILLISECONDS);
  }
};

/** The address of the database another process runs in the folder, once it is ready; nothing when no process does. */
export const runningDatabase = (dir: string): Promise<string | undefined> => askOwner(resolve(dir));

/** Reasons that go away: another process took the port, or a server of this folder is still ending. */
const passes = (said: string): boolean =>
  /Address already in use|shared memory block .* still in use|lock file "postmaster\.pid" already exists/.test(said);

const settings = (port: number, durable: boolean): readonly string[] =>
  Object.entries({
    listen_addresses: '127.0.0.1',
    port,
    // One way in, and it asks for the password.
    unix_socket_directories: '',
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
