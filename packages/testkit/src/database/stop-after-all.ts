import { dropTestDatabases } from './test-database.ts';
import { stopTestServer } from './test-server.ts';

/** For mocha's `--require`: cleans up once, after the last spec file of the run. */
export const mochaHooks = {
  afterAll: async (): Promise<void> => {
    await dropTestDatabases();
    await stopTestServer();
  },
};
