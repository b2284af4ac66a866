import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'mocha';
import { stopTestStore } from '../object-store/test-store.ts';
import { isSpread } from './given-cluster.ts';
import { isClusterThere } from './own-cluster.ts';
import { SERVER_ADDRESS, runServer } from './run-server.ts';
import { chooseServer, type TestServer } from './test-server.ts';

let server: Promise<TestServer> | undefined;

/**
 * Returns this run's server: its URL, its nodes and the prefix of its databases. The first request starts the server,
 * because most runs of a single file need no database.
 */
const answer = (_: IncomingMessage, response: ServerResponse): void => {
  server ??= chooseServer();
  server.then(
    ({ url, nodes, prefix }) => response.end(JSON.stringify({ url, nodes, prefix })),
    (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
  );
};

const listener = createServer(answer);

/** For mocha's `--require`. Runs once, before the first spec file, and not in the workers of `--parallel`. */
export const mochaGlobalSetup = async (): Promise<void> => {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  process.env[SERVER_ADDRESS] = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
};

/** Runs once, after the last spec file. */
export const mochaGlobalTeardown = async (): Promise<void> => {
  listener.close().closeAllConnections();
  const started = await server?.catch(() => undefined);
  await started?.stop();
};

/** Long enough for a container engine to pull an image over a slow connection. */
const TIMEOUT_MILLISECONDS = 10 * 60_000;

const NO_CLUSTER = `Skipped: these tests need a distributed database, and there is no cluster. Start a container engine,
or set TEST_CITUS_URL to the URL of a Citus coordinator with two workers, in a database in which all three are
registered (citus_add_node). Its user must be allowed to create databases on every node.`;

/** In a worker of `--parallel`, these hooks run before and after each spec file. */
export const mochaHooks = {
  /**
   * Spec files named `.int.test.ts` need a database, and those named `.long.test.ts` may need one. The server starts
   * here, so that its start does not count towards a test's time.
   */
  async beforeAll(this: Context): Promise<void> {
    this.timeout(TIMEOUT_MILLISECONDS);
    if (isSpread() && !(await isClusterThere())) {
      process.stderr.write(`${NO_CLUSTER}\n`);
      this.skip();
    }
    const specs = this.test?.parent?.suites ?? [];
    // If the start fails, each spec that needs the server reports the reason.
    if (specs.some(({ file }) => /\.(int|long)\.test\.ts$/.test(file ?? ''))) await runServer().catch(() => undefined);
  },
  /** Each process has its own object store. */
  afterAll: stopTestStore,
};
