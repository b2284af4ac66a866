import { describeContract, racesContract } from '@vehicle-insurance/testkit';
import { storeForCases } from '../test-store.ts';

describe('in a test database,', function () {
  this.timeout(60_000);
  const test = storeForCases({ poolSize: 8 });

  describeContract(racesContract, 'PostgreSQL', () => ({ ...test.store, passRealTime: async () => undefined }));
});
