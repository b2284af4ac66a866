import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Account } from './account.ts';

/** A PostgreSQL server that is this process's child. */
export type DatabaseServer = { readonly stop: () => Promise<void> };

/** Why a server did not come up, in its own words. */
export type NotStarted = { readonly said: string };

const READY = 'database system is ready to accept connections';
const LINES_KEPT = 20;

/** Starts the server and waits until it accepts connections, or until it has given up. */
export const startServer = async (
  command: readonly string[],
  account: Account,
  log: (line: string) => void,
): Promise<DatabaseServer | NotStarted> => {
  const [program = '', ...words] = [...account.command, ...command];
  // A process group of its own: Ctrl-C in the terminal must reach the service first, not the database under it.
  const child = spawn(program, words, {
    ...account.ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const last: string[] = [];
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      last.push(error.message);
      resolve();
    });
  });
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      last.push(line);
      if (last.length > LINES_KEPT) last.shift();
      if (line.includes(READY)) resolve(true);
      log(line);
    });
  });
  const watchdog = stopWithOwner(child);
  if ((await Promise.race([ready, ended])) !== true) {
    watchdog.kill('SIGKILL');
    return { said: last.join('\n') };
  }

  // Whoever forgets to stop the database must still be able to end.
  child.unref();
  (child.stderr as Socket).unref();
  return {
    stop: async () => {
      child.ref();
      (child.stderr as Socket).ref();
      child.kill('SIGINT');
      await ended;
      watchdog.kill('SIGKILL');
    },
  };
};

/**
 * A shell that holds one end of a pipe. When this process ends, however it ends, the pipe closes and the shell asks the
 * server to stop: no database is left running behind a killed owner.
 */
const stopWithOwner = (server: ChildProcess): ChildProcess => {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(server.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  return watchdog;
};
