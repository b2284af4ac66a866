import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containerEngineAnswers } from './container-engine.ts';
import { dropDatabase, isSpread, nodesOf } from './given-cluster.ts';
import { ownCluster } from './own-cluster.ts';
import { query } from './query.ts';
import { removeLeftBehind } from './remove-left-behind.ts';

/** A PostgreSQL server for the tests of a run. */
export type TestServer = {
  /** The URL of the server, with a user who may create databases. */
  readonly url: string;
  /** The URLs of all nodes of a cluster, the coordinator's URL first. Without a cluster, only the server's URL. */
  readonly nodes: readonly string[];
  /** The prefix of the names of all databases of this run. Several runs may share a server. */
  readonly prefix: string;
  readonly stop: () => Promise<void>;
};

/**
 * The server of TEST_DATABASE_URL. If TEST_DATABASE_URL is not set, a server in a container if an engine answers and
 * can start it, and otherwise an embedded server. A run on distributed databases uses the cluster of TEST_CITUS_URL or,
 * if TEST_CITUS_URL is not set, a cluster in a container.
 */
export const chooseServer = async (): Promise<TestServer> => {
  const prefix = `test_${randomBytes(4).toString('hex')}_`;
  if (isSpread()) return cluster(prefix);
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    await expectRights(given);
    say('the server of TEST_DATABASE_URL');
    const server = { url: given, nodes: [given], prefix };
    return { ...server, stop: () => dropDatabases(server) };
  }
  if (await containerEngineAnswers()) {
    try {
      const container = await inContainer();
      say('PostgreSQL in a container');
      return { ...container, nodes: [container.url], prefix };
    } catch (error) {
      say(`a container engine answers but cannot start PostgreSQL (${reasonOf(error)})`);
    }
  }
  say('embedded PostgreSQL 18; set TEST_DATABASE_URL to use another');
  const own = await embeddedServer();
  return { ...own, nodes: [own.url], prefix };
};

const cluster = async (prefix: string): Promise<TestServer> => {
  const url = process.env['TEST_CITUS_URL'];
  if (url === undefined) {
    const own = await ownCluster();
    if (!own) throw new Error('There is no cluster: set TEST_CITUS_URL.');
    say('a Citus cluster in a container; set TEST_CITUS_URL to use another');
    return { url: own.nodes[0] ?? '', nodes: own.nodes, prefix, stop: own.remove };
  }
  const nodes = await nodesOf(url);
  say(`the cluster of TEST_CITUS_URL, ${nodes.length} nodes`);
  return { url, nodes, prefix, stop: () => dropDatabases({ url, nodes, prefix }) };
};

type OwnServer = Omit<TestServer, 'prefix' | 'nodes'>;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

/** Fails at once with a single message. Otherwise, every spec file would fail with its own message. */
const expectRights = async (url: string): Promise<void> => {
  const advice = 'Set it to the address of a user who may create databases, or unset it.';
  const rights = await query<{ readonly user: string; readonly may: boolean }>(
    url,
    'select current_user as user, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
  ).catch((cause: unknown) => {
    throw new Error(
      `TEST_DATABASE_URL is not the address of a running PostgreSQL server (${reasonOf(cause)}). ${advice}`,
      { cause },
    );
  });
  const [{ user, may } = { user: '', may: false }] = rights;
  if (!may) throw new Error(`The user "${user}" of TEST_DATABASE_URL may not create databases. ${advice}`);
};

const dropDatabases = async ({ url, nodes, prefix }: Omit<TestServer, 'stop'>): Promise<void> => {
  const left = await query<{ readonly datname: string }>(
    url,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  await Promise.all(left.map(({ datname }) => dropDatabase({ nodes }, datname)));
};

const say = (what: string): void => {
  process.stderr.write(`Test database: ${what}.\n`);
};

const OWN_FOLDER = 'vehicle-insurance-tests-';

/** Imported lazily, because the library takes a quarter of a second to load and needs a container engine. */
const inContainer = async (): Promise<OwnServer> => {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer('postgres:18-alpine')
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'])
    .start();
  return {
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
};

const embeddedServer = async (): Promise<OwnServer> => {
  const { embeddedDatabase, removeDatabase } = await import('@vehicle-insurance/embedded-database').catch(
    (cause: unknown) => {
      throw new Error(
        'There is no PostgreSQL for the tests. Set TEST_DATABASE_URL to the address of a user who may create databases, or install @vehicle-insurance/embedded-database, or @testcontainers/postgresql and a container engine.',
        { cause },
      );
    },
  );
  await removeLeftBehind(tmpdir(), OWN_FOLDER);
  const dir = mkdtempSync(join(tmpdir(), OWN_FOLDER));
  const remove = (): void => removeDatabase(dir);
  // An interrupted run reaches no hook, so this handler removes the data. The server then ends.
  process.once('exit', remove);
  const { url, stop } = await embeddedDatabase({ dir, durable: false });
  return {
    url,
    stop: async () => {
      await stop();
      remove();
      process.off('exit', remove);
    },
  };
};
