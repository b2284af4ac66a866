module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  'node-option': ['max-semi-space-size=64'],
  jobs: 2,
  spec: ['packages/@(core|tooling)/test/**/*.long.test.ts', 'packages/!(core|tooling)/test/**/*.long.test.ts'],
};
