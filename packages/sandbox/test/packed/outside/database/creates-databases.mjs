import { migrate } from '@vehicle-insurance/persistence';
import { stopTestServer, testDatabase } from '@vehicle-insurance/testkit/database';
import pg from 'pg';

/** Tests the test database with any runner that has these functions. */
export const createsDatabases = ({ test, afterAll, expect }) => {
  afterAll(stopTestServer, 60_000);

  test('creates and drops a migrated database', async () => {
    const { url, drop } = await testDatabase({ migrate: (empty) => migrate({ url: empty, environment: 'sandbox' }) });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as quotes from quote');
    expect(rows).toEqual([{ quotes: 0 }]);
    await client.end();
    await drop();
  }, 60_000);
};
