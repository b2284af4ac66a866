import { Ok, StoreUnavailable, type Quote } from '@vehicle-insurance/core';
import type { Timeouts } from '@vehicle-insurance/persistence';
import { storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import pg from 'pg';
import { failureOf, openStore, testStore, type TestStore } from '../test-store.ts';

describe('a store that waits for a lock of another', function () {
  this.timeout(30_000);
  let test: TestStore;
  let quote: Quote;
  let other: pg.Client;
  beforeEach(async () => {
    test = await testStore();
    ({ quote } = await storedQuote(test.store.unitOfWork));
    other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query('begin');
    await other.query('select from quote for update');
  });
  afterEach(async () => {
    await other.end();
    await test.drop();
  });

  /** Says why the quote could not be locked, and whether the store's one connection serves the next reading. */
  const waiting = async (timeouts: Timeouts) => {
    const store = await openStore({ url: test.url, poolSize: 1, timeouts });
    const locked = store.unitOfWork.run(async ({ quotes }) => Ok(await quotes.lock(quote.companyId, quote.id)));
    const failure = await failureOf(locked);
    expect(failure).to.be.instanceOf(StoreUnavailable);
    const next = await store.quoteQueries.find(quote.companyId, quote.id).catch(String);
    await store.close();
    return { why: String(failure), isRead: typeof next === 'object' };
  };

  it('stops in time for locks', async () => {
    const { why, isRead } = await waiting({ lock: 50, statement: 8_000, answer: 12_000 });
    expect(why).to.match(/has locked what is needed/);
    expect(isRead).to.equal(true);
  });

  it('stops in time for statements', async () => {
    const { why, isRead } = await waiting({ lock: 0, statement: 2_000, answer: 10_000 });
    expect(why).to.match(/took too long/);
    expect(isRead).to.equal(true);
  });

  it('stops when nothing is answered, and goes on with another connection', async () => {
    const { why, isRead } = await waiting({ lock: 0, statement: 0, answer: 2_000 });
    expect(why).to.match(/does not answer/);
    expect(isRead).to.equal(true);
  });
});
