module.exports = {
  ...require('../../../.mocharc.json'),
  spec: [
    'packages/*/test/**/*-spread.long.test.ts',
    'packages/persistence/test/*/@(store|conflicts|commits|ordinals|time|certificate-races|callers|journal|books|service-role).int.test.ts',
    'packages/sandbox/test/@(journeys|console)/@(cinetpay|client|books|people).int.test.ts',
    'packages/sandbox/test/api/*.int.test.ts',
    'packages/sandbox/test/processes/same-key.long.test.ts',
    'packages/sandbox/test/fuzz/fuzz.long.test.ts',
  ],
};
