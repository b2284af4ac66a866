module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  jobs: 2,
  spec: ['packages/core/test/**/*.test.ts'],
  ignore: ['**/*.long.test.ts'],
};
