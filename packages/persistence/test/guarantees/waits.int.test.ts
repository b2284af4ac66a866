import { Ok, StoreUnavailable, type Quote } from '@vehicle-insurance/core';
import { storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type pg from 'pg';
import { connectTo, failureOf, openStore, storeForCases } from '../test-store.ts';

describe('a store that waits for its database', function () {
  this.timeout(30_000);
  const test = storeForCases();
  let quote: Quote;
  let other: pg.Client;
  before(async () => {
    ({ quote } = await storedQuote(test.store.unitOfWork));
  });
  beforeEach(async () => {
    other = await connectTo(test.url);
    await other.query('begin');
    await other.query('select from quote for update');
  });
  afterEach(() => other.end());

  for (const [title, [lock, statement, answer], why] of [
    ['stops waiting for a lock at the time limit', [50, 8_000, 12_000], /holds the lock that is needed/],
    ['stops waiting for a slow statement at the time limit', [0, 2_000, 10_000], /took too long/],
    ['gives up a silent server, and continues with another connection', [0, 0, 2_000], /does not answer/],
  ] as const)
    // Proves: 503-locked
    it(title, async () => {
      const store = await openStore({ url: test.url, poolSize: 1, timeouts: { lock, statement, answer } });
      const locked = store.unitOfWork.run(async ({ quotes }) => Ok(await quotes.lock(quote.companyId, quote.id)));
      const failure = await failureOf(locked);
      const next = await store.quoteQueries.find(quote.companyId, quote.id).catch(String);
      await store.close();
      expect(failure).to.be.instanceOf(StoreUnavailable);
      expect(String(failure)).to.match(why);
      expect(next).to.be.an('object');
    });
});
