import process from 'node:process';

const fail = (reason) => {
  throw reason;
};

/**
 * For mocha's `--require`. If a promise is rejected without a handler, the run fails, as for any error outside a test.
 * mocha itself ignores such a promise. In a worker of `--parallel`, mocha removes the listener after each spec file.
 */
export const mochaHooks = {
  beforeAll: () => {
    process.on('unhandledRejection', fail);
  },
};
