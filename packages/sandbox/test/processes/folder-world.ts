import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { asSandbox, startSandbox, type TestSandbox } from '../sandbox.ts';
import { besideSandbox } from './beside.ts';
import { caller } from './caller.ts';
import { sandboxIn, spawnService, stopServices, type Environment, type ServiceProcess } from './service-process.ts';
import { queryAt, type Query } from './stored-laws.ts';

/** Call it in a `describe`: a sandbox and more processes on its database, for the duration of its tests. */
export const useFolderWorld = ({ hasOwnDatabase = false } = {}) => {
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
    /** The sandbox's variables: the folder, and the database unless it is in the folder. */
    get environment() {
      return environment;
    },
    query: ((sql) => query(sql)) as Query,
    beside: (more: Environment): Environment => ({
      ...besideSandbox(dataDir, environment['DATABASE_URL'] ?? ''),
      ...more,
    }),
    call: caller(() => sandboxIn(dataDir)),
    start: async (more: Environment = {}, program?: string): Promise<ServiceProcess> => {
      const service = spawnService({ ...environment, ...more }, program);
      await service.ready;
      return service;
    },
    startHere: async (more: Environment, decorators?: ServiceDecorators): Promise<TestSandbox> => {
      const service = await startSandbox({ ...environment, ...more }, dataDir, decorators);
      closing.defer(() => service.stop({ data: true }));
      return service;
    },
    defer: (close: () => Promise<unknown>) => closing.defer(async () => void (await close())),
  };
};

export type FolderWorld = ReturnType<typeof useFolderWorld>;
