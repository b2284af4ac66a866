import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'mocha';
import { stopTestStore } from '../object-store/test-store.ts';
import { isSpread } from './given-cluster.ts';
import { isClusterThere } from './own-cluster.ts';
import { ASK_AT, runServer } from './run-server.ts';
import { chooseServer, type TestServer } from './test-server.ts';

let server: Promise<TestServer> | undefined;

/** Returns the address of the run's server, which the first request starts, since most runs of one file need none. */
const answer = (_: IncomingMessage, response: ServerResponse): void => {
  server ??= chooseServer();
  server.then(
    ({ url, nodes, prefix }) => response.end(JSON.stringify({ url, nodes, prefix })),
    (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
  );
};

const listener = createServer(answer);

/** For mocha's `--require`. Runs once, before the first spec file and in no worker of `--parallel`. */
export const mochaGlobalSetup = async (): Promise<void> => {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  process.env[ASK_AT] = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
};

/** Runs once, after the last spec file. */
export const mochaGlobalTeardown = async (): Promise<void> => {
  listener.close().closeAllConnections();
  const started = await server?.catch(() => undefined);
  await started?.stop();
};

/** The time for a container engine to fetch an image over a slow line. */
const TIMEOUT_MILLISECONDS = 10 * 60_000;

const NO_CLUSTER = `Skipped: nothing runs on a distributed database, since there is no cluster. Start a container engine, or set
TEST_CITUS_URL to the address of a Citus coordinator with two workers, in a database in which the extension knows all
three (citus_add_node); its user creates databases on every node.`;

/** In a worker of `--parallel` these run before and after each spec file. */
export const mochaHooks = {
  /**
   * Spec files named `.int.test.ts` need a database, and long ones may. Starting it must not count towards a test's
   * time.
   */
  async beforeAll(this: Context): Promise<void> {
    this.timeout(TIMEOUT_MILLISECONDS);
    if (isSpread() && !(await isClusterThere())) {
      process.stderr.write(`${NO_CLUSTER}\n`);
      this.skip();
    }
    const specs = this.test?.parent?.suites ?? [];
    // If this fails, each spec that needs the server reports why.
    if (specs.some(({ file }) => /\.(int|long)\.test\.ts$/.test(file ?? ''))) await runServer().catch(() => undefined);
  },
  /** Each process has its own object store. */
  afterAll: stopTestStore,
};
