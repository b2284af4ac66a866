module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  jobs: 4,
  spec: [
    'packages/@(scheduler|sandbox)/test/**/*.test.ts',
    'packages/persistence/test/guarantees/*.test.ts',
    'packages/courier/test/*.test.ts',
    'packages/core/test/histories/*.test.ts',
    'packages/persistence/test/!(guarantees)/**/*.test.ts',
    'packages/core/test/!(histories)/**/*.test.ts',
    'packages/core/test/*.test.ts',
    'packages/!(core|courier|persistence|scheduler|sandbox)/test/**/*.test.ts',
  ],
  ignore: ['**/*.long.test.ts'],
};
