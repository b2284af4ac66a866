import { describeContract, storeContract } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { asSandbox, openStore } from './test-store.ts';

describe('persistence', () => {
  const opened: (() => Promise<void>)[] = [];

  describeContract(storeContract, 'PostgreSQL', async () => {
    const { url, drop } = await testDatabase({ migrate: asSandbox });
    const store = await openStore({ url });
    opened.push(async () => {
      await store.close();
      await drop();
    });
    return { ...store, endLeases: () => store.clearLeases() };
  });

  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });
});
