import { later } from '@vehicle-insurance/core';
import { freshId, SOME_MORNING, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import pg from 'pg';
import { openStore, testStore } from '../test-store.ts';

describe('a statement of its own', () => {
  it('waits for another transaction and sees its changes, whatever isolation level the database has as default', async () => {
    const test = await testStore();
    await test.sql(`do $$ begin
      execute format('alter database %I set default_transaction_isolation to %L', current_database(), 'serializable');
    end $$`);
    const { unitOfWork, idempotencyKeys, close } = await openStore({ url: test.url });
    const { id: companyId } = await storedCompany(unitOfWork);
    const expires = later(SOME_MORNING, { hours: 24 });
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query('begin');
    await other.query(
      `insert into idempotency_key (company_id, key, fingerprint, id, expires, lease_token, leased_until)
       values ($1, 'k', 'a', $2, $3, gen_random_uuid(), clock_timestamp() + interval '1 minute')`,
      [companyId, freshId(), expires],
    );

    const request = { companyId, key: 'k', fingerprint: 'a' };
    const claimed = idempotencyKeys
      .claim(request, { id: freshId(), now: SOME_MORNING, expires }, 30)
      .catch((error: unknown) => error);
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    while ((await other.query(waiting)).rowCount === 0);
    await other.query('commit');

    expect(await claimed).to.deep.equal({ is: 'in_progress' });
    await other.end();
    await close();
    await test.drop();
  });
});
