module.exports = {
  ...require('../../../.mocharc.json'),
  spec: [
    'packages/*/test/**/*-spread.long.test.ts',
    'packages/persistence/test/*/@(store|conflicts|commits|ordinals|time|certificate-races|callers|journal|books|service-role).int.test.ts',
    'packages/sandbox/test/@(journeys|processes)/@(journey|given-back|contract-cancelled|cinetpay|client|races).int.test.ts',
    'packages/sandbox/test/@(console|operator)/@(books|people|rescues|statements).int.test.ts',
    'packages/sandbox/test/api/*.int.test.ts',
    'packages/sandbox/test/processes/same-key.long.test.ts',
    'packages/sandbox/test/fuzz/fuzz.long.test.ts',
  ],
};
