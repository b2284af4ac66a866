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
import { mayNotLend } from './binaries.ts';
import { incomplete, notMade } from './damage.ts';
import { type Site, siteOf } from './site.ts';

const UNFINISHED = 'data.unfinished';

/** Makes the folder ready for the account that will work in it. */
export const prepareFolder = (dir: string): void => {
  try {
    mkdirSync(dir, { recursive: true });
    // As root, PostgreSQL's own account needs to pass through; the data inside is closed to everyone else.
    chmodSync(dir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw new Error(`The folder ${dir} belongs to another user. Start as that user, or choose another folder.`, {
      cause,
    });
  }
};

/** Where the cluster lies in the folder. */
export const dataIn = (dir: string): string => join(dir, 'data');

/** Writes a file of this user's own, as a whole: a link that stands in its place is replaced, not followed. */
export const writeOwn = (file: string, content: string): void => {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, file);
};

/**
 * The password of the cluster in the folder, which initdb makes if there is none yet. A half-made one is thrown away
 * and made again.
 */
export const clusterIn = async (site: Site, initdb: string, durable: boolean): Promise<string> => {
  const passwordFile = join(site.dir, 'password');
  // A link to a disk that is not there just now is a cluster too: its password is kept.
  if (lstatSync(dataIn(site.dir), { throwIfNoEntry: false })) return keptPassword(site, passwordFile);

  const password = randomBytes(24).toString('base64url');
  removeData(site, UNFINISHED);
  // Under a name of its own: an initdb that outlived its owner cannot write into what is made now.
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

/** Root reads what an earlier version gave to the account, unless a container has taken that power from it. */
const keptPassword = (site: Site, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const lent = site.shell('cat "$1"', join(site.path, basename(file)));
    if (lent === undefined) throw incomplete(site.dir, error);
    return lent;
  }
};

/** Removes the folders of data whose names begin so: the account empties what is its own, and then the folder goes. */
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

/** Removes the folder of a database that does not run. */
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
    throw Object.assign(mayNotLend(uid), { cause });
  }
};

/**
 * Runs initdb to its end. It wants the password in a file: the account's shell makes it a pipe, which is the account's
 * own, so that the file with the password never is.
 */
const initialize = async (site: Site, password: string, words: readonly string[]): Promise<void> => {
  const line = 'read -r password; printf "%s\\n" "$password" | "$@" --pwfile=/dev/stdin';
  const child = site.start(['/bin/sh', '-c', line, 'sh', ...words], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  // A shell that ended early has not read it, and says why.
  child.stdin?.on('error', () => undefined).end(`${password}\n`);
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw notMade(site.dir, said);
};
