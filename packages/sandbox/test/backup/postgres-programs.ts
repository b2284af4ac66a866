import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@vehicle-insurance/testkit';

const run = promisify(execFile);

/** A new server with one empty database. */
export interface Server {
  /** The address that the database's owner uses. The owner is not a superuser. */
  readonly url: string;
  readonly superuserUrl: string;
  /** The statements that it has run. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Why tests that need PostgreSQL's programs are skipped; printed, so that they do not look passed. */
export const NO_PROGRAMS =
  'PostgreSQL is not installed: backups are not tested, because the embedded PostgreSQL contains no pg_dump. Debian: apt-get install postgresql';

/** The folder with PostgreSQL's programs for servers and clients, as Debian and others install them. */
export const postgresPrograms = (): string | undefined =>
  globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin', '/usr/local/bin'])
    .filter((folder) => ['initdb', 'pg_ctl', 'pg_dump', 'psql'].every((name) => existsSync(join(folder, name))))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1);

export const startServer = async (programs: string): Promise<Server> => {
  const dir = mkdtempSync(join(tmpdir(), 'backup-server-'));
  // PostgreSQL refuses to run as root.
  const id = (which: string): number => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  const account = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined;
  if (account) chownSync(dir, account.uid, account.gid);
  const postgres = (program: string, ...words: readonly string[]) =>
    run(join(programs, program), [...words], { ...account, cwd: dir, env: { ...process.env, HOME: dir } });
  const data = join(dir, 'data');
  const port = await freePort();
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c log_statement=ddl -c fsync=off`;
  await postgres('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync');
  await postgres('pg_ctl', '-D', data, '-l', join(dir, 'log'), '-o', settings, '-w', 'start');
  const superuserUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (const sql of [
    'create role vehicle_insurance login createrole createdb',
    'create database vehicle_insurance owner vehicle_insurance',
  ])
    await postgres('psql', superuserUrl, '--quiet', '--command', sql);
  return {
    url: `postgres://vehicle_insurance@127.0.0.1:${port}/vehicle_insurance`,
    superuserUrl,
    log: () => readFileSync(join(dir, 'log'), 'utf8'),
    stop: async () => {
      await postgres('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
