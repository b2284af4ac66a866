import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';

/**
 * A copy of the binaries. The copy exists until this process, and every program that received `holder`, have exited.
 */
export type Copy = Binaries & {
  readonly holder: Socket;
  /** Releases the copy and waits until it is removed. All programs that received `holder` must have ended. */
  readonly release: () => Promise<void>;
};

/** Folders for a copy, in the order in which they are tried. Hardened machines mount some of them `noexec`. */
export const places = (): readonly string[] => [
  ...new Set([tmpdir(), '/tmp', '/var/tmp', '/var/cache', '/opt', '/run', '/dev/shm']),
];

/**
 * Copies PostgreSQL's folder into a new folder below `place`. Every user can read the copy, and only this user can
 * write to it. Throws on failure.
 */
export const copyTo = async (place: string, { initdb, postgres }: Binaries, dir: string): Promise<Copy> => {
  const prefix = prefixFor(dir);
  removeLeftovers(place, prefix);
  const folder = mkdtempSync(join(place, prefix));
  // A shell holds the read end of a pipe. This process and the server hold the write end. When the last of them has
  // exited, normally or not, the shell removes the copy.
  const keeper = spawn('/bin/sh', ['-c', 'read -r _; rm -rf "$1"', 'sh', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  const holder = keeper.stdin as Socket;
  holder.unref();
  const removed = once(keeper, 'exit');
  const release = async (): Promise<void> => {
    keeper.ref();
    holder.destroy();
    await removed;
  };
  try {
    const line = 'cp -RP "$1/." "$2" && chmod -R a+rX "$2"';
    await promisify(execFile)('/bin/sh', ['-c', line, 'sh', dirname(dirname(postgres)), folder]);
    chmodSync(folder, 0o755);
  } catch (error) {
    await release();
    throw error;
  }
  const [copiedInitdb, copiedPostgres] = [initdb, postgres].map((file) => join(folder, 'bin', basename(file)));
  return { initdb: copiedInitdb as string, postgres: copiedPostgres as string, holder, release };
};

/**
 * Whether no other user can replace a folder that is created here. Root must own all folders on the path. If other
 * users may write in a folder of the path, they must not be able to rename other users' files there.
 */
export const isSafe = (place: string): boolean => {
  try {
    return onTheWayTo(realpathSync(place)).every((folder) => {
      const { uid, mode } = lstatSync(folder);
      return uid === 0 && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
    });
  } catch {
    return false;
  }
};

const onTheWayTo = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [...onTheWayTo(dirname(folder)), folder];

const prefixFor = (dir: string): string =>
  `embedded-postgresql-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}-`;

/**
 * Removes the copies of earlier starts with this data folder. A copy remains if all processes were killed at once, for
 * instance with their container.
 */
const removeLeftovers = (place: string, prefix: string): void => {
  for (const name of readdirSync(place).filter((each) => each.startsWith(prefix))) {
    const folder = join(place, name);
    // Another process may remove the folder at the same time.
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};
