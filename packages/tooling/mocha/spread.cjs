module.exports = {
  ...require('../../../.mocharc.json'),
  spec: [
    'packages/*/test/**/*.spread.ts',
    'packages/persistence/test/*/@(store|conflicts|commits|ordinals|time|certificate-races|callers|journal|books|service-role).int.test.ts',
    'packages/sandbox/test/@(journeys|processes|operator)/@(journey|given-back|contract-cancelled|cinetpay|client|races|books|statements|simulate).e2e.test.ts',
    'packages/sandbox/test/console/@(books|bordereaux|statements|rescues|two-people|what-if|sign-in).e2e.test.ts',
    'packages/sandbox/test/api/!(unavailable).e2e.test.ts',
    'packages/sandbox/test/@(processes|operator)/@(same-key|running).long.test.ts',
    'packages/sandbox/test/fuzz/fuzz.long.test.ts',
    'packages/testkit/test/test-database.int.test.ts',
  ],
};
