module.exports = {
  ...require('../../../.mocharc.json'),
  parallel: true,
  jobs: 2,
  reporter: './packages/tooling/src/proof-reporter.mjs',
  spec: [
    'packages/{tooling/test/mutation,courier/test}/*.prove.ts',
    'packages/!(courier|tooling)/test/**/*.prove.ts',
    'packages/tooling/test/planted/*.prove.ts',
  ],
};
