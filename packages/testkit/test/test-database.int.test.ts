import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';

const query = async (url: string, sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('a test database', () => {
  let migrations = 0;

  const migrate = async (url: string): Promise<void> => {
    migrations += 1;
    await query(url, 'create table seen (word text)');
  };

  it('is migrated once for all, and each test has its own', async () => {
    const [one, other] = await Promise.all([testDatabase({ migrate }), testDatabase({ migrate })]);
    await query(one.url, `insert into seen values ('one')`);
    expect(await query(one.url, 'select * from seen')).to.deep.equal([{ word: 'one' }]);
    expect(await query(other.url, 'select * from seen')).to.deep.equal([]);
    expect(migrations).to.equal(1);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('is gone when dropped, even with a connection open', async () => {
    const database = await testDatabase({ migrate });
    const client = new pg.Client({ connectionString: database.url });
    const cut = new Promise<void>((resolve) => client.on('error', () => undefined).on('end', () => resolve()));
    await client.connect();
    await database.drop();
    await cut;
    const refusal: unknown = await query(database.url, 'select 1').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(pg.DatabaseError).with.property('code', '3D000');
  });

  it('says so when the migration fails, and keeps failing', async () => {
    const broken = (): Promise<void> => Promise.reject(new Error('no such migration'));
    for (const attempt of [1, 2]) {
      const failure: unknown = await testDatabase({ migrate: broken }).catch((error: unknown) => error);
      expect(failure, `attempt ${attempt}`).to.be.instanceOf(Error).with.property('message', 'no such migration');
    }
  });
});
