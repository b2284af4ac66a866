import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Who PostgreSQL runs as: `command` is put before its own, `ids` are given to the child process. */
export type Account = {
  readonly owner?: { readonly uid: number; readonly gid: number };
  readonly command: readonly string[];
  readonly ids: { readonly uid?: number; readonly gid?: number };
};

/** PostgreSQL refuses to run as root, so root lends it an account that exists everywhere. No user is created. */
const UNPRIVILEGED = ['postgres', 'nobody'] as const;

/** The account PostgreSQL runs as: one's own, or an unprivileged one when this process is root. */
export const accountFor = (data: string, folders: readonly string[]): Account => {
  if (process.getuid?.() !== 0) return { command: [], ids: {} };
  const owner = ownerOf(data) ?? unprivileged();
  if (folders.every(open)) return { owner, command: [], ids: owner };
  // A clone in root's home lies behind a folder nobody else may enter. setpriv keeps, of root's powers, the one to
  // pass through it.
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(executable);
  if (setpriv === undefined)
    throw new Error(
      `PostgreSQL does not run as root, and no other user can enter ${folders.find((folder) => !open(folder))}. Move the project out of root's home, run it as another user, or give the address of a PostgreSQL server.`,
    );
  const power = '+dac_override';
  return {
    owner,
    command: [
      setpriv,
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      `--inh-caps=${power}`,
      `--ambient-caps=${power}`,
    ],
    ids: {},
  };
};

/** The account that made the data in an earlier run: PostgreSQL accepts no other. */
const ownerOf = (data: string): Account['owner'] => {
  const found = statSync(data, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
};

const unprivileged = (): NonNullable<Account['owner']> => {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and this machine has no user "nobody". Run as another user.');
};

/** Whether anyone may pass through a folder and everything above it. */
const open = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || open(dirname(folder)));

const executable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
