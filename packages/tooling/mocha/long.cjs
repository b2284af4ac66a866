module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  'node-option': ['max-semi-space-size=64'],
  // More than cores: a third of the time these tests wait for processes that they start, stop and kill.
  jobs: 3,
  // Packages with the longest first, so that no core is idle at the end.
  spec: [
    'packages/@(core|sandbox)/test/**/*.long.test.ts',
    'packages/@(persistence|service|tooling)/test/**/*.long.test.ts',
    'packages/!(core|persistence|sandbox|service|tooling)/test/**/*.long.test.ts',
  ],
};
