module.exports = {
  ...require('../../../.mocharc.json'),
  spec: [
    'packages/*/test/**/*-spread.long.test.ts',
    'packages/persistence/test/*/@(store|conflicts|commits|ordinals|time|certificate-races|callers|journal|books|service-role).int.test.ts',
    'packages/sandbox/test/@(journeys|processes)/@(journey|given-back|contract-cancelled|cinetpay|client|races).int.test.ts',
    'packages/sandbox/test/@(console|operator)/@(books|people|rescues|statements).int.test.ts',
    'packages/sandbox/test/api/!(unavailable).int.test.ts',
    'packages/sandbox/test/@(processes|operator)/@(same-key|running).long.test.ts',
    'packages/sandbox/test/fuzz/fuzz.long.test.ts',
    'packages/testkit/test/test-database.int.test.ts',
  ],
};
