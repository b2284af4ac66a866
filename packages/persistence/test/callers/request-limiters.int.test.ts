import { persistence, type Persistence, type RequestLimit } from '@vehicle-insurance/persistence';
import { expect } from 'chai';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { failureOf, testStore, type TestStore } from '../test-store.ts';

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

  it('do not ask the database again about a caller they have refused', async () => {
    const limiter = test.store.requestLimiters(limit({ name: 'flooded', requests: 3 }));
    for (const _ of [1, 2, 3]) await limiter.consume('a company');
    const before = await counted();
    for (const _ of Array(50)) expect(await failureOf(limiter.consume('a company'))).to.be.instanceOf(RateLimiterRes);
    expect(await counted()).to.equal(before);
    await limiter.consume('another company');
  });

  it('count each name separately, and a new window from zero', async () => {
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

  describe('asked in turn, in one statement', () => {
    const key = (over: Partial<RequestLimit> = {}) => limit({ name: 'key', ...over });
    const company = (over: Partial<RequestLimit> = {}) => limit({ name: 'company', ...over });
    const countOf = async (row: string) => {
      const [found] = await test.sql(`select points from request_count where key = '${row}'`);
      return found?.['points'];
    };
    const results = (counted: Awaited<ReturnType<ReturnType<Persistence['countInTurn']>>>) =>
      counted.map(({ allowed, remainingPoints }) => [allowed, remainingPoints]);

    it('let through exactly as many of a company as are allowed, over two processes and many keys', async () => {
      const limits = [key({ requests: 7 }), company({ requests: 20 })] as const;
      const counts = [test.store.countInTurn(...limits), other.countInTurn(...limits)];
      const asked = await Promise.all(
        Array.from({ length: 10 }).flatMap(() =>
          ['a', 'b', 'c', 'd'].flatMap((who) => counts.map(async (count) => count(who, 'many'))),
        ),
      );
      expect(asked.filter((each) => each.length === 2 && each.every(({ allowed }) => allowed))).to.have.length(20);
      for (const { msBeforeNext } of asked.flat()) expect(msBeforeNext).to.be.within(1, 60_000);
    });

    it('count nothing under the second where the first refuses, and do not ask the database again', async () => {
      const count = test.store.countInTurn(key({ requests: 2 }), company({ requests: 3 }));
      expect(results(await count('1', 'A'))).to.deep.equal([
        [true, 1],
        [true, 2],
      ]);
      expect(results(await count('1', 'A'))).to.deep.equal([
        [true, 0],
        [true, 1],
      ]);
      expect(results(await count('1', 'A'))).to.deep.equal([[false, 0]]);
      expect([await countOf('key:1'), await countOf('company:A')]).to.deep.equal([2, 2]);
      const elsewhere = other.countInTurn(key({ requests: 2 }), company({ requests: 3 }));
      expect(results(await elsewhere('1', 'A'))).to.deep.equal([[false, 0]]);
      expect([await countOf('key:1'), await countOf('company:A')]).to.deep.equal([3, 2]);
      expect(results(await count('2', 'A'))).to.deep.equal([
        [true, 1],
        [true, 0],
      ]);
      expect(results(await count('2', 'A'))).to.deep.equal([
        [true, 0],
        [false, 0],
      ]);
      expect([await countOf('key:2'), await countOf('company:A')]).to.deep.equal([2, 3]);
    });

    it('count in the rows of limiters that are asked alone, and begin anew with a window', async () => {
      await other.requestLimiters(key({ requests: 2 })).consume('3');
      const count = test.store.countInTurn(key({ requests: 2 }), company({ requests: 3 }));
      expect(results(await count('3', 'B'))).to.deep.equal([
        [true, 0],
        [true, 2],
      ]);
      await test.sql('update request_count set expire = 0');
      const fresh = other.countInTurn(key({ requests: 2 }), company({ requests: 3, seconds: 5 }));
      const counted = await fresh('3', 'B');
      expect(results(counted)).to.deep.equal([
        [true, 1],
        [true, 2],
      ]);
      expect(counted.map(({ msBeforeNext }) => msBeforeNext > 5_000)).to.deep.equal([true, false]);
    });

    it('go on in the memory of each process while the database cannot be reached', async () => {
      const away = await persistence({ url: 'postgres://nobody@127.0.0.1:1/none', environment: 'sandbox' });
      const count = away.countInTurn(key({ requests: 1 }), company({ requests: 2 }));
      expect(results(await count('1', 'A'))).to.deep.equal([
        [true, 0],
        [true, 1],
      ]);
      expect(results(await count('1', 'A'))).to.deep.equal([[false, 0]]);
      expect(results(await count('2', 'A'))).to.deep.equal([
        [true, 0],
        [true, 0],
      ]);
      expect(results(await count('3', 'A'))).to.deep.equal([
        [true, 0],
        [false, 0],
      ]);
      await away.close();
    });
  });
});
