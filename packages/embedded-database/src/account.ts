import { readFileSync, statSync } from 'node:fs';

/** The user as which PostgreSQL runs, as options of a child process. Empty for this process's own user. */
export type Account = { readonly uid?: number; readonly gid?: number };

/** PostgreSQL refuses to run as root. So root runs PostgreSQL as the first of these users that exists. */
const UNPRIVILEGED = ['postgres', 'nobody'] as const;

/** The account as which PostgreSQL runs: this process's own or, if this process is root, an unprivileged account. */
export const accountFor = (data: string): Account =>
  process.getuid?.() === 0 ? (ownerOf(data) ?? unprivileged()) : {};

/** The owner of the data of an earlier run, because PostgreSQL accepts no other account. */
const ownerOf = (data: string): Account | undefined => {
  const found = statSync(data, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
};

const unprivileged = (): Account => {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and this machine has no user "nobody". Start as another user.');
};
