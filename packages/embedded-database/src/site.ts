import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import type { Account } from './account.ts';

/** The folder of a database, and the account that works there. */
export type Site = {
  /** The path of the folder for this process. */
  readonly dir: string;
  /** The path of the folder for a program that `start` or `shell` runs. */
  readonly path: string;
  readonly account: Account;
  /** Starts a program as the account. `more` are the program's file descriptors from 4 on. */
  readonly start: (words: readonly string[], options: StartOptions) => ChildProcess;
  /** Runs a shell command as the account, and returns its output. Undefined if the command fails. */
  readonly shell: (line: string, ...words: readonly string[]) => string | undefined;
  readonly close: () => void;
};

export type StartOptions = {
  readonly stdio: readonly [stdin: 'ignore' | 'pipe', stdout: 'ignore', stderr: 'ignore' | 'pipe'];
  readonly more?: readonly Exclude<StdioOptions, string>[number][];
};

/**
 * Gives an account access to a folder.
 *
 * An unprivileged account may be unable to reach the path, such as a clone in root's home. So the account's programs
 * get the open folder as file descriptor 3, and reach the folder's content through it. This needs no privilege and
 * works in a container with few capabilities.
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
      // The program has its own process group. Ctrl-C in the terminal must reach the service first, not its database.
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
