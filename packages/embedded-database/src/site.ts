import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import type { Account } from './account.ts';

/** The folder of a database, and the account that works there. */
export type Site = {
  /** The folder for this process. */
  readonly dir: string;
  /** The same folder for a program started here. */
  readonly path: string;
  readonly account: Account;
  /** Starts a program as the account. Its file descriptors from 4 on are `more`. */
  readonly start: (words: readonly string[], options: StartOptions) => ChildProcess;
  /** Runs a line of shell as the account, and returns its output; undefined when it fails. */
  readonly shell: (line: string, ...words: readonly string[]) => string | undefined;
  readonly close: () => void;
};

export type StartOptions = {
  readonly stdio: readonly [stdin: 'ignore' | 'pipe', stdout: 'ignore', stderr: 'ignore' | 'pipe'];
  readonly more?: readonly Exclude<StdioOptions, string>[number][];
};

/**
 * Brings folder and account together.
 *
 * An account that root lends may have no access to the path: a clone in root's home lies behind a folder only root may
 * enter. Its programs are therefore given the folder itself, open, as their file descriptor 3, and reach its content
 * through that: the folders above it are never looked up. It needs no privilege, so a container with few capabilities
 * will do.
 */
export const siteOf = (dir: string, account: Account): Site => {
  const isHandedOver = account.uid !== undefined && existsSync('/proc/self/fd');
  const folder = isHandedOver ? openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY) : undefined;
  const common = { ...account, cwd: '/' };
  return {
    dir,
    path: isHandedOver ? '/proc/self/fd/3' : dir,
    account,
    start: ([program = '', ...words], { stdio, more = [] }) =>
      // A process group of its own: Ctrl-C in the terminal must reach the service first, not the database under it.
      spawn(program, words, { ...common, detached: true, stdio: [...stdio, folder ?? 'ignore', ...more] }),
    shell: (line, ...words) => {
      const { status, stdout } = spawnSync('/bin/sh', ['-c', line, 'sh', ...words], {
        ...common,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore', folder ?? 'ignore'],
      });
      return status === 0 ? stdout : undefined;
    },
    close: () => {
      if (folder !== undefined) closeSync(folder);
    },
  };
};
