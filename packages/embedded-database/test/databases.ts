import { mkdtempSync } from 'node:fs';
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
