import { randomBytes } from 'node:crypto';
import { query } from './query.ts';
import { runServer } from './run-server.ts';

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

/**
 * A fresh, migrated database for one spec file; nothing another spec does can be seen in it. In each process migrations
 * run once for each `migrate` function (pass the same function everywhere), every further database is a copy of the
 * result. What is not dropped goes with the run.
 */
export const testDatabase = async ({ migrate }: { readonly migrate: Migrate }): Promise<TestDatabase> => {
  const template = templates.get(migrate) ?? migrated(migrate);
  templates.set(migrate, template);
  const name = await create('copy', `template ${await template}`);
  return { url: await urlOf(name), drop: () => administer(`drop database if exists ${name} with (force)`) };
};

const migrated = async (migrate: Migrate): Promise<string> => {
  const name = await create('template');
  await migrate(await urlOf(name));
  return name;
};

const create = async (kind: string, clause = ''): Promise<string> => {
  const { prefix } = await runServer();
  const name = `${prefix}${kind}_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} ${clause}`);
  return name;
};

const urlOf = async (name: string): Promise<string> => {
  const url = new URL((await runServer()).url);
  url.pathname = `/${name}`;
  return url.href;
};

const administer = async (sql: string): Promise<void> => {
  await query((await runServer()).url, sql);
};
