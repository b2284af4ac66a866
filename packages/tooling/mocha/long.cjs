module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  'node-option': ['min-semi-space-size=64', 'max-semi-space-size=128'],
  jobs: 2,
  // The packages with the longest tests come first, so that no core is idle at the end.
  spec: [
    'packages/@(core|sandbox)/test/**/*.long.test.ts',
    'packages/@(persistence|service|tooling)/test/**/*.long.test.ts',
    'packages/!(core|persistence|sandbox|service|tooling)/test/**/*.long.test.ts',
  ],
};
