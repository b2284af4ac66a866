import { StoreUnavailable } from '@vehicle-insurance/core';
import { aCompany, AN_ENTRY, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { unitOfWork } from '../../src/unit-of-work.ts';
import { failureOf, openDatabase, openStore, storeForCases } from '../test-store.ts';
import { plain } from '../../src/database/prepared-statement.ts';

const PID = 'select pg_backend_pid() as pid';

const TURN = 'set default_transaction_read_only = on';

const expectAway = async (asked: Promise<unknown>): Promise<void> => {
  const failure = await failureOf(asked);
  expect(failure).to.be.instanceOf(StoreUnavailable);
  expect(String(failure)).to.match(/accepts no changes/);
};

describe('a database server that is read-only', () => {
  const test = storeForCases();
  let store: TypedDatabase;
  beforeEach(async () => {
    store = await openDatabase(test.url, { poolSize: 2 });
  });
  afterEach(() => store.close());

  const add = (name: string) =>
    inUnit(
      unitOfWork(store, () => undefined),
      ({ companies }) => companies.add(aCompany({ name }), AN_ENTRY),
    );
  const pid = async () => (await store.query(plain<{ pid: number }>('pid', PID)))[0]?.pid;

  // Proves: 503-database-read-only
  it('is not used, not even for reads, until it accepts changes', async () => {
    const name = new URL(test.url).pathname.slice(1);
    await test.sql(`alter database ${name} set default_transaction_read_only = on`);
    await expectAway(pid());
    await test.sql(`begin read write; alter database ${name} reset default_transaction_read_only; commit`);
    expect(await pid()).to.be.a('number');
  });

  // Proves: 503-database-read-only
  it('has its refused connection and all idle connections closed', async () => {
    const [one, other] = await Promise.all([store.pool.connect(), store.pool.connect()]);
    const pids: unknown[] = [];
    for (const client of [one, other]) {
      pids.push((await client.query<{ pid: number }>(PID)).rows[0]?.pid);
      await client.query(TURN);
      client.release();
    }
    await expectAway(add('refused'));
    await add('kept');
    expect(pids).to.not.include(await pid());
    const remaining = () => test.sql('select from pg_stat_activity where pid = any ($1)', [pids]);
    while ((await remaining()).length > 0);
  });

  it('is detected by a ping', async () => {
    await store.query(plain('turn', TURN));
    const before = await pid();
    await expectAway(store.ping());
    await store.ping();
    expect(await pid()).to.not.equal(before);
  });

  it('makes every call of the store throw the reason', async () => {
    const url = new URL(test.url);
    url.search = 'options=-c%20default_transaction_read_only%3Don';
    const whole = await openStore({ url: url.href });
    await expectAway(whole.ping());
    await expectAway(whole.catalogue.current());
    await whole.close();
  });
});
