import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { asSandbox, startSandbox, type TestSandbox } from '../sandbox.ts';
import { caller, type Caller } from './caller.ts';
import { sandboxIn, spawnService, stopServices, type Environment, type ServiceProcess } from './service-process.ts';
import { queryAt, type Query } from './stored-laws.ts';

/** The processes of one sandbox: they share a folder, a database, and the leader's simulators and clock. */
export interface FolderWorld {
  readonly dataDir: string;
  /** The variables of each process: the folder, and the database unless it is the folder's own. */
  readonly environment: Environment;
  readonly query: Query;
  /** Calls the leader. */
  readonly call: Caller;
  /** Calls another process. */
  callAt(url: () => string): Caller;
  /** Starts one more process; resolves when it is ready. */
  start(environment?: Environment, program?: string): Promise<ServiceProcess>;
  /** Starts one more service in the process of the tests. */
  startHere(environment: Environment, decorators?: ServiceDecorators): Promise<TestSandbox>;
  /** Does this after the tests, before the world is closed. */
  defer(close: () => Promise<unknown>): void;
}

/**
 * To be called in a `describe`: opens a world before its tests, and closes it after them. Its database is one on the
 * server of the tests, or the one that a sandbox runs in its folder.
 */
export const useFolderWorld = ({ hasOwnDatabase = false } = {}): FolderWorld => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const closing = new AsyncDisposableStack();
  let environment: Environment = { DATA_DIR: dataDir };
  let query: Query;

  before(async () => {
    closing.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    if (!hasOwnDatabase) {
      const database = await testDatabase({ migrate: asSandbox });
      closing.defer(database.drop);
      environment = { ...environment, ENVIRONMENT: 'sandbox', DATABASE_URL: database.url };
      query = queryAt(database.url);
    }
    closing.defer(stopServices);
  });
  after(() => closing.disposeAsync());

  return {
    dataDir,
    get environment() {
      return environment;
    },
    query: (sql) => query(sql),
    call: caller(() => sandboxIn(dataDir)),
    callAt: (url) => caller(() => ({ ...sandboxIn(dataDir), baseUrl: url() })),
    start: async (more = {}, program) => {
      const service = spawnService({ ...environment, ...more }, program);
      await service.ready;
      return service;
    },
    startHere: async (more, decorators) => {
      const service = await startSandbox({ ...environment, ...more }, dataDir, decorators);
      closing.defer(() => service.stop({ data: true }));
      return service;
    },
    defer: (close) => closing.defer(async () => void (await close())),
  };
};
