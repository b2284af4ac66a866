import { distribute, migrate } from '@vehicle-insurance/persistence';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { failureOf } from '../test-store.ts';

const undistributed = (url: string): Promise<void> => migrate({ url, environment: 'sandbox' });

describe('distributing a database', () => {
  it('says what is missing where the server has no Citus', async () => {
    const { url, drop } = await testDatabase({ migrate: undistributed });
    expect(String(await failureOf(distribute({ url, environment: 'sandbox' })))).to.match(
      /has no Citus.*create extension citus.*citus_add_node/,
    );
    await drop();
  });
});
