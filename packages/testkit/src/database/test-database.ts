import { randomBytes } from 'node:crypto';
import { dropDatabase, freeze, joinNodes } from './given-cluster.ts';
import { query } from './query.ts';
import { runServer, stopTestServer as stopServer } from './run-server.ts';

export { countBlocked, isSpread } from './given-cluster.ts';
export { ownCluster, type OwnCluster } from './own-cluster.ts';

/** A separate database on the test server. */
export type TestDatabase = {
  readonly url: string;
  /** Removes the database, closing connections that are still open. */
  readonly drop: () => Promise<void>;
};

/** Migrates the database at the URL, distributes the database if requested, and closes its own connections. */
export type Migrate = (url: string, isDistributed: boolean) => Promise<void>;

/** Migrated databases to copy, one for each `migrate` function. */
const templates = new Map<Migrate, Promise<string>>();

/**
 * A fresh, migrated database for a spec file, isolated from all other specs. In each process, migrations run once for
 * each `migrate` function, so pass the same function everywhere. Every further database is a copy. A database that is
 * not dropped is removed at the end of the run.
 */
export const testDatabase = async ({ migrate }: { readonly migrate: Migrate }): Promise<TestDatabase> => {
  const template = templates.get(migrate) ?? createTemplate(migrate);
  templates.set(migrate, template);
  const name = await create('copy', `template ${await template} strategy file_copy`);
  return { url: await urlOf(name), drop: async () => dropDatabase(await runServer(), name) };
};

/**
 * Stops the server of this process and removes its databases. Needed only for runners that end a process early or hide
 * its events, as vitest and jest do. Call this function after the last test of a file.
 */
export const stopTestServer = async (): Promise<void> => {
  templates.clear();
  await stopServer();
};

const createTemplate = async (migrate: Migrate): Promise<string> => {
  const { nodes } = await runServer();
  const name = await create('template');
  const isCluster = nodes.length > 1;
  if (isCluster) await joinNodes(nodes.map((node) => databaseAt(node, name)));
  await migrate(await urlOf(name), isCluster);
  if (isCluster) await Promise.all(nodes.map((node) => freeze(node, name)));
  return name;
};

const create = async (kind: string, clause = ''): Promise<string> => {
  const { prefix } = await runServer();
  const name = `${prefix}${kind}_${randomBytes(6).toString('hex')}`;
  await onEveryNode(`create database ${name} ${clause}`);
  return name;
};

const databaseAt = (node: string, name: string): string => {
  const url = new URL(node);
  url.pathname = `/${name}`;
  return url.href;
};

const urlOf = async (name: string): Promise<string> => databaseAt((await runServer()).url, name);

const onEveryNode = async (sql: string): Promise<void> => {
  await Promise.all((await runServer()).nodes.map((node) => query(node, sql)));
};
