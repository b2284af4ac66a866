import { resolve } from 'node:path';
import { accountFor } from './account.ts';
import { clusterIn, dataIn, prepareFolder } from './cluster.ts';
import { startError } from './damage.ts';
import { stopLeftover } from './leftover.ts';
import { askOwner, takeFolder } from './ownership.ts';
import { freePort, keepPort, lastPort } from './port.ts';
import { startServer } from './server.ts';
import { siteOf } from './site.ts';
import { usableBinaries } from './usable-binaries.ts';
import { lookUntil } from './waiting.ts';

/** A running PostgreSQL. */
export type EmbeddedDatabase = {
  /** The URL with user and password, the same as at the last start, unless the port is in use. */
  readonly url: string;
  /**
   * Shuts the server down in an orderly way. Does nothing if another process runs the server. A second call waits for
   * the first call.
   */
  readonly stop: () => Promise<void>;
};

/** Options for the server and its data. */
export type EmbeddedDatabaseOptions = {
  /** Folder with the data and the password, created if it does not exist. Only its owner can read it. */
  readonly dir: string;
  /** Receives each line of the server's log. */
  readonly log?: (line: string) => void;
  /** Milliseconds to wait for another process that owns the folder. Default: 0. */
  readonly timeout?: number;
  /**
   * For a short process: uses the database that another process runs in the folder. If no process runs one, starts its
   * own.
   */
  readonly isGuest?: boolean;
  /** `false` makes the database faster, but the data may not survive a power cut. For tests. */
  readonly durable?: boolean;
};

/**
 * Starts a real PostgreSQL 18 in a folder, on a port of 127.0.0.1, with a random password. Uses the previous port if
 * that port is free, so that clients find the server again.
 *
 * The data outlives the process. One process owns the folder at a time. A second process that is not a guest is refused
 * after `timeout`. The server stops soon after its owner has died. If a server of a killed owner still runs, the next
 * start first stops it in an orderly way.
 */
export const embeddedDatabase = async (options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> => {
  const { durable = true, timeout = 0, isGuest = false, log = () => undefined } = options;
  const dir = resolve(options.dir);
  prepareFolder(dir);
  const running = () => (isGuest ? askOwner(dir) : undefined);
  const ownership = await lookUntil(async () => (await running()) ?? (await takeFolder(dir)), timeout);
  if (typeof ownership === 'string') return { url: ownership, stop: async () => undefined };
  if (ownership === undefined)
    throw new Error(
      `The database in ${dir} is in use by another process. Stop that process first, or choose another folder.`,
    );

  // Acquired resources, to be released in reverse order.
  const taken: (() => Promise<void> | void)[] = [ownership.release];
  const giveBack = async (): Promise<void> => {
    for (const end of taken.splice(0).reverse()) await end();
  };
  try {
    const account = accountFor(dataIn(dir));
    const site = siteOf(dir, account);
    taken.push(site.close);
    await stopLeftover(site);
    const { initdb, postgres, holder, release } = await usableBinaries(account, dir);
    taken.push(release);
    const password = await clusterIn(site, initdb, durable);
    let said: string | undefined;
    const started = await lookUntil(async () => {
      const port = (said === undefined ? lastPort(dir) : undefined) ?? (await freePort());
      const words = [postgres, '-D', dataIn(site.path), ...settings(dir, port, durable)];
      const server = await startServer(site, words, { log, holder });
      if ('stop' in server) return { server, port };
      ({ said } = server);
      if (!isTemporary(said)) throw startError(dir, said);
      return undefined;
    });
    if (!started) throw startError(dir, said ?? '');
    const { server, port } = started;
    taken.push(server.stop);
    // Without TLS, even if another project's PGSSLMODE requires it.
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
    keepPort(dir, port);
    ownership.publishAddress(isGuest ? '' : url);
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      ownership.publishAddress('');
      return (stopping ??= giveBack());
    };
    return { url, stop };
  } catch (error) {
    await giveBack();
    throw error;
  }
};

/** Whether the failure is temporary: another process took the port, or a server of this folder is still stopping. */
const isTemporary = (said: string): boolean =>
  /Address already in use|shared memory block .* still in use|lock file "postmaster\.pid" already exists/.test(said);

const settings = (dir: string, port: number, durable: boolean): readonly string[] =>
  Object.entries({
    // PostgreSQL ignores this setting. A later start identifies the server by it.
    'embedded.data': dataIn(dir),
    listen_addresses: '127.0.0.1',
    port,
    // No Unix socket: connections use TCP, with the password.
    unix_socket_directories: '',
    // Tests share one server, and many of them open many connections at once.
    max_connections: durable ? 100 : 300,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
