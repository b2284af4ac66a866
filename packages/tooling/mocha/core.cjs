module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  'node-option': ['max-semi-space-size=64'],
  jobs: 2,
  spec: ['packages/core/test/**/*.test.ts'],
  ignore: ['**/*.long.test.ts'],
};
