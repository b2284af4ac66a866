import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, embeddedDatabase, removeDatabase } from '@vehicle-insurance/embedded-database';
import pg from 'pg';

export const query = async (url: string, sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

export const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** An owner in a separate process: its database's address, or its error. */
export const ownerBy = async ([program = '', ...words]: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'close');
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const url = await Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line).trim()),
    exit.then(() => ''),
  ]);
  return {
    url,
    complaint,
    end: (signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown> => {
      child.kill(signal);
      return exit;
    },
  };
};

export const changedUntil = async (folder: string, isThere: () => boolean): Promise<void> => {
  const watcher = watch(folder);
  while (!isThere()) await once(watcher, 'change');
  watcher.close();
};

export const databasesInFolders = () => {
  let dir: string;
  const running: EmbeddedDatabase[] = [];

  const start = async (folder = dir): Promise<EmbeddedDatabase> => {
    const database = await embeddedDatabase({ dir: folder, durable: false });
    running.push(database);
    return database;
  };

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'embedded-database-'));
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((database) => database.stop()));
    removeDatabase(dir);
  });
  return { dir: () => dir, start };
};
