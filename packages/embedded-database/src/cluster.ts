import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { accountFor } from './account.ts';
import { switchUserError } from './binaries.ts';
import { incomplete, creationError } from './damage.ts';
import { type Site, siteOf } from './site.ts';

const UNFINISHED = 'data.unfinished';

/** Prepares the folder for PostgreSQL's account. */
export const prepareFolder = (dir: string): void => {
  try {
    mkdirSync(dir, { recursive: true });
    // If this process is root, PostgreSQL's account must be able to enter the folder. Only that account can read the
    // data.
    chmodSync(dir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw new Error(`The folder ${dir} belongs to another user. Start as that user, or choose another folder.`, {
      cause,
    });
  }
};

/** The folder of the cluster. PostgreSQL calls the data of one server a cluster. */
export const dataIn = (dir: string): string => join(dir, 'data');

/**
 * Writes a file that belongs to this user. Replaces an old file atomically, even if the power fails. Replaces a link
 * instead of following it.
 */
export const writeOwn = (file: string, content: string): void => {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(fresh, file);
};

/**
 * Returns the password of the cluster in the folder. If there is none, removes any unfinished cluster, and creates a
 * new one with initdb.
 */
export const clusterIn = async (site: Site, initdb: string, durable: boolean): Promise<string> => {
  const passwordFile = join(site.dir, 'password');
  // A link to an unmounted disk also counts as a cluster, so that its password is kept.
  if (lstatSync(dataIn(site.dir), { throwIfNoEntry: false })) return keptPassword(site, passwordFile);

  const password = randomBytes(24).toString('base64url');
  removeData(site, UNFINISHED);
  // The folder has a unique name, so that an initdb that outlived its process cannot write into the new folder.
  const unfinished = mkdtempSync(join(site.dir, `${UNFINISHED}-`));
  giveTo(site, unfinished);
  await initialize(site, password, [
    initdb,
    `--pgdata=${join(site.path, basename(unfinished))}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  writeOwn(passwordFile, password);
  renameSync(unfinished, dataIn(site.dir));
  return password;
};

/**
 * The stored password. In a container, root may be unable to read the password file of an earlier version, which
 * belongs to the account. Then the account reads the file.
 */
const keptPassword = (site: Site, file: string): string => {
  const password = readPassword(site, file);
  if (password === '') throw incomplete(site.dir, undefined);
  return password;
};

const readPassword = (site: Site, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const lent = site.shell('cat "$1"', join(site.path, basename(file)));
    if (lent === undefined) throw incomplete(site.dir, error);
    return lent;
  }
};

/**
 * Removes the data folders with this prefix. The account empties the folders that it owns. Then this process removes
 * them.
 */
const removeData = ({ dir, path, shell }: Site, prefix: string): void => {
  for (const name of readdirSync(dir).filter((each) => each.startsWith(prefix))) {
    shell('rm -rf "$1"', join(path, name));
    try {
      rmdirSync(join(dir, name));
    } catch {
      rmSync(join(dir, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
};

/** Removes the folder of a stopped database. */
export const removeDatabase = (dir: string): void => {
  if (existsSync(dir)) {
    const site = siteOf(dir, accountFor(dataIn(dir)));
    removeData(site, 'data');
    site.close();
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
};

const giveTo = ({ account: { uid, gid } }: Site, folder: string): void => {
  if (uid === undefined || gid === undefined) return;
  try {
    lchownSync(folder, uid, gid);
  } catch (cause) {
    throw Object.assign(switchUserError(uid), { cause });
  }
};

/**
 * Runs initdb, which reads the password from a file. The account's shell passes the password through a pipe, so the
 * account never owns a file with it.
 */
const initialize = async (site: Site, password: string, words: readonly string[]): Promise<void> => {
  const line = 'read -r password; printf "%s\\n" "$password" | "$@" --pwfile=/dev/stdin';
  const child = site.start(['/bin/sh', '-c', line, 'sh', ...words], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  // A shell that ended early has not read the password. The shell reports the reason itself.
  child.stdin?.on('error', () => undefined).end(`${password}\n`);
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw creationError(site.dir, said);
};
