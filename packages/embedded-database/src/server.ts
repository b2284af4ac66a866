import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Site } from './site.ts';

/** A PostgreSQL server that is this process's child. */
export type DatabaseServer = { readonly stop: () => Promise<void> };

/** The output of a server that did not start. */
export type NotStarted = { readonly said: string };

export type ServerOptions = {
  readonly log: (line: string) => void;
  /** The server keeps this socket open while it runs. */
  readonly holder?: Socket | undefined;
};

const READY = 'database system is ready to accept connections';
const LINES_KEPT = 20;
const ENDED = 'ended\n';

/** Starts the server and waits until it accepts connections or has failed. */
export const startServer = async (
  site: Site,
  command: readonly string[],
  { log, holder }: ServerOptions,
): Promise<DatabaseServer | NotStarted> => {
  const more = holder === undefined ? [] : [holder];
  const child = site.start(command, { stdio: ['ignore', 'ignore', 'pipe'], more });
  const stderr = child.stderr as Socket;
  const last: string[] = [];
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      last.push(error.message);
      resolve();
    });
  });
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: stderr }).on('line', (line) => {
      last.push(line);
      if (last.length > LINES_KEPT) last.shift();
      if (line.includes(READY)) resolve(true);
      log(line);
    });
  });
  const watchdog = stopWithOwner(site, child);
  if ((await Promise.race([ready, ended])) !== true) {
    watchdog.stdin?.end(ENDED);
    return { said: last.join('\n') };
  }

  // The process can end even if its code forgets to stop the database.
  child.unref();
  stderr.unref();
  return {
    stop: async () => {
      child.ref();
      stderr.ref();
      if (child.exitCode === null && child.signalCode === null) signal(site, child.pid as number, 'INT');
      await ended;
      watchdog.stdin?.end(ENDED);
    },
  };
};

/** Sends a signal as the account. In a container, root may be unable to signal other users' processes. */
export const signal = (site: Site, pid: number, name: 'INT' | 'QUIT'): void => {
  site.shell('kill -s "$1" "$2"', name, String(pid));
};

/**
 * A shell that reads from a pipe. When this process ends, even if it is killed, the pipe closes and the shell stops the
 * server. So no database keeps running without its owner. A line in the pipe means that the server has already ended.
 */
const stopWithOwner = (site: Site, server: ChildProcess): ChildProcess => {
  const watchdog = site.start(['/bin/sh', '-c', 'read -r _ || kill -INT "$1"', 'sh', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  return watchdog;
};
