import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { incomplete } from './damage.ts';

/** The files of a database: made once, then only started. */
export type Cluster = { readonly data: string; readonly password: string };

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

/** The cluster in the folder, made by initdb if there is none yet. A half-made one is thrown away and made again. */
export const clusterIn = async (dir: string, initdb: string, account: Account, durable: boolean): Promise<Cluster> => {
  const data = dataIn(dir);
  const passwordFile = join(dir, 'password');
  if (existsSync(data)) return { data, password: keptPassword(dir, passwordFile) };

  const password = randomBytes(24).toString('base64url');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const unfinished = join(dir, 'data.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.owner !== undefined)
    for (const path of [passwordFile, unfinished]) chownSync(path, account.owner.uid, account.owner.gid);

  await run(account, [
    initdb,
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  renameSync(unfinished, data);
  return { data, password };
};

const keptPassword = (dir: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw incomplete(dir, error);
  }
};

/** Runs a program to its end; a failure carries what the program said. */
const run = async (account: Account, words: readonly string[]): Promise<void> => {
  const [command = '', ...rest] = [...account.command, ...words];
  await promisify(execFile)(command, rest, { ...account.ids, cwd: '/' });
};
