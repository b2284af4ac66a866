import { migrate, persistence } from '@vehicle-insurance/persistence';
import { describeContract, storeContract } from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';

describe('persistence', () => {
  const opened: (() => Promise<void>)[] = [];

  describeContract(storeContract, 'PostgreSQL', async () => {
    const { url, drop } = await testDatabase({ migrate });
    const store = await persistence({ url });
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
