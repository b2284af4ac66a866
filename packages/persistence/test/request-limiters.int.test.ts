import { persistence, type Persistence, type RequestLimit } from '@vehicle-insurance/persistence';
import { expect } from 'chai';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { failureOf, testStore, type TestStore } from './test-store.ts';

describe('limiters of requests', () => {
  let test: TestStore;
  let other: Persistence;
  before(async () => {
    test = await testStore();
    other = await persistence({ url: test.url, environment: 'sandbox' });
  });
  after(async () => {
    await other.close();
    await test.drop();
  });

  const limit = (over: Partial<RequestLimit> = {}): RequestLimit => ({
    name: 'writes',
    requests: 20,
    seconds: 60,
    ...over,
  });
  const counted = async () => {
    const [row] = await test.sql('select coalesce(sum(points), 0)::int as points from request_count');
    return row?.['points'];
  };

  it('let through exactly as many as are allowed, over two processes that are asked at once', async () => {
    const limiters = [test.store.requestLimiters(limit()), other.requestLimiters(limit())];
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }).flatMap(() => limiters.map((limiter) => limiter.consume('a company'))),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).to.have.length(20);
    const [refused] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as RateLimiterRes] : []));
    expect(refused?.msBeforeNext).to.be.within(1, 60_000);
  });

  it('do not ask the database again about whom they have refused', async () => {
    const limiter = test.store.requestLimiters(limit({ name: 'flooded', requests: 3 }));
    for (const _ of [1, 2, 3]) await limiter.consume('a company');
    const before = await counted();
    for (const _ of Array(50)) expect(await failureOf(limiter.consume('a company'))).to.be.instanceOf(RateLimiterRes);
    expect(await counted()).to.equal(before);
    await limiter.consume('another company');
  });

  it('count each name for itself, and a new window from the start', async () => {
    await test.store.requestLimiters(limit({ name: 'one', requests: 1 })).consume('a company');
    await other.requestLimiters(limit({ name: 'two', requests: 1 })).consume('a company');
    await test.sql(`update request_count set expire = 0`);
    await other.requestLimiters(limit({ name: 'one', requests: 1 })).consume('a company');
  });

  it('count in a table that is not logged, for a crash may forget it', async () => {
    const [table] = await test.sql(`select relpersistence from pg_class where relname = 'request_count'`);
    expect(table).to.deep.equal({ relpersistence: 'u' });
  });

  it('go on in the memory of each process while the database cannot be reached', async () => {
    const away = await persistence({ url: 'postgres://nobody@127.0.0.1:1/none', environment: 'sandbox' });
    const limiter = away.requestLimiters(limit({ requests: 2 }));
    await limiter.consume('a company');
    await limiter.consume('a company');
    expect(await failureOf(limiter.consume('a company'))).to.be.instanceOf(RateLimiterRes);
    await away.close();
  });
});
