module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  jobs: 2,
  spec: ['packages/@(core|tooling)/test/**/*.long.test.ts', 'packages/!(core|tooling)/test/**/*.long.test.ts'],
};
