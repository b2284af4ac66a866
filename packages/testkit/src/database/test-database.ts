import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testServer } from './test-server.ts';

/** A database of one's own on the test server. */
export type TestDatabase = {
  readonly url: string;
  /** Removes the database, closing connections that are still open. */
  readonly drop: () => Promise<void>;
};

/** Brings the schema of the database at the address up to date, and closes its own connections. */
export type Migrate = (url: string) => Promise<void>;

/** Migrated databases to copy from, one for each way to migrate. */
const templates = new Map<Migrate, Promise<string>>();

/** Every database that exists because of this process and has not been dropped. */
const existing = new Set<string>();

/**
 * A fresh, migrated database for one spec file; nothing another spec does can be seen in it. Migrations run once for
 * each `migrate` function (pass the same function everywhere), every further database is a copy of the result.
 */
export const testDatabase = async ({ migrate }: { readonly migrate: Migrate }): Promise<TestDatabase> => {
  const template = templates.get(migrate) ?? migrated(migrate);
  templates.set(migrate, template);
  const name = await create('copy', `template ${await template}`);
  return { url: await urlOf(name), drop: () => drop(name) };
};

/** Drops what is left. Matters on a server that is not ours and outlives the run. */
export const dropTestDatabases = async (): Promise<void> => {
  templates.clear();
  await Promise.all([...existing].map(drop));
};

const migrated = async (migrate: Migrate): Promise<string> => {
  const name = await create('template');
  await migrate(await urlOf(name));
  return name;
};

const create = async (kind: string, clause = ''): Promise<string> => {
  const name = `test_${kind}_${randomBytes(6).toString('hex')}`;
  existing.add(name);
  await administer(`create database ${name} ${clause}`);
  return name;
};

const drop = async (name: string): Promise<void> => {
  await administer(`drop database if exists ${name} with (force)`);
  existing.delete(name);
};

const urlOf = async (name: string): Promise<string> => {
  const url = new URL((await testServer()).url);
  url.pathname = `/${name}`;
  return url.href;
};

const administer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: (await testServer()).url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
