import { StoreUnavailable } from '@vehicle-insurance/core';
import { migrate, missingMigrations } from '@vehicle-insurance/persistence';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { failureOf, runSql } from './test-store.ts';

const nothing = (): Promise<void> => Promise.resolve();

describe('migrate', () => {
  it('migrates once, however many processes start together', async () => {
    const { url, drop } = await testDatabase({ migrate: nothing });
    await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
    const names = async () => (await runSql(url, 'select name from migration order by id')).map(({ name }) => name);
    const migrated = await names();
    expect(migrated).to.deep.equal([...new Set(migrated)]);
    expect([migrated[0], await missingMigrations(url)]).to.deep.equal(['0001 initial schema', 0]);
    await migrate(url);
    expect(await names()).to.deep.equal(migrated);
    await drop();
  });

  it('keeps nothing of a migration that fails, and takes another turn afterwards', async () => {
    const { url, drop } = await testDatabase({ migrate: nothing });
    await runSql(url, 'create table contract (in_the_way boolean)');
    expect(await failureOf(migrate(url))).to.be.an('error');
    expect(await runSql(url, `select to_regclass('company') as company`)).to.deep.equal([{ company: null }]);
    await runSql(url, 'drop table contract');
    await migrate(url);
    expect(await runSql(url, 'select count(*)::int as count from company')).to.deep.equal([{ count: 0 }]);
    await drop();
  });

  it('says that a database is out of reach', async () => {
    expect(await failureOf(migrate('postgres://nobody@127.0.0.1:1/none'))).to.be.instanceOf(StoreUnavailable);
  });
});
