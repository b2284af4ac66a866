import { Ok, StoreUnavailable, type Quote } from '@vehicle-insurance/core';
import type { Timeouts } from '@vehicle-insurance/persistence';
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

  const waiting = async (timeouts: Timeouts) => {
    const store = await openStore({ url: test.url, poolSize: 1, timeouts });
    const locked = store.unitOfWork.run(async ({ quotes }) => Ok(await quotes.lock(quote.companyId, quote.id)));
    const failure = await failureOf(locked);
    expect(failure).to.be.instanceOf(StoreUnavailable);
    const next = await store.quoteQueries.find(quote.companyId, quote.id).catch(String);
    await store.close();
    return { why: String(failure), isRead: typeof next === 'object' };
  };

  for (const [title, timeouts, why] of [
    [
      'stops waiting for a lock at the time limit',
      { lock: 50, statement: 8_000, answer: 12_000 },
      /holds the lock that is needed/,
    ],
    [
      'stops waiting for a slow statement at the time limit',
      { lock: 0, statement: 2_000, answer: 10_000 },
      /took too long/,
    ],
    [
      'gives up a silent server, and continues with another connection',
      { lock: 0, statement: 0, answer: 2_000 },
      /does not answer/,
    ],
  ] as const)
    // Proves: 503-locked
    it(title, async () => {
      const ended = await waiting(timeouts);
      expect(ended.why).to.match(why);
      expect(ended.isRead).to.equal(true);
    });
});
