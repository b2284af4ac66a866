import { Err, Ok } from '@vehicle-insurance/core';
import type { ApiDependencies, RequestLimits } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { countInShares } from '../../src/callers/count-in-shares.ts';
import { takesOf } from '../../src/callers/rate-limits.ts';
import { inMemory, listening, type Listening } from '../serving.ts';

const HALF_A_MINUTE = { seconds: 30 } as const;
const atMost = (requests: number) => ({ requests, ...HALF_A_MINUTE });

describe('Limits', () => {
  const opened: Listening[] = [];
  after(() => Promise.all(opened.map((each) => each.close())));

  /** An API whose keys are `company/key`; any other is bad. */
  const limitedTo = async (limits: RequestLimits, over: Partial<ApiDependencies> = {}) => {
    const world = await inMemory();
    const authenticate: ApiDependencies['authenticate'] = async (key = '') => {
      const [companyId = '', keyId] = key.split('/');
      return keyId ? Ok({ companyId, keyId }) : Err({ code: 'unauthorized' });
    };
    const api = await listening({ ...world.dependencies, authenticate, limits, ...over }, 'A/1');
    opened.push(api);
    const ask = (key: string, headers: Readonly<Record<string, string>> = {}) =>
      api.get('/coverage', { headers: { 'x-api-key': key, ...headers } });
    const statuses = async (keys: readonly string[]) => {
      const answers: number[] = [];
      for (const key of keys) answers.push((await ask(key)).status);
      return answers;
    };
    return { ...api, ask, statuses };
  };

  it('hold a company to its own, and say how long to wait', async () => {
    const api = await limitedTo({ 'company-reads': atMost(2) });
    expect(await api.statuses(['A/1', 'A/2', 'A/3', 'B/1'])).to.deep.equal([200, 200, 429, 200]);
    const { body, headers } = await api.ask('A/1');
    expect(Object.keys(body)).to.deep.equal(['code', 'message']);
    expect(body.code).to.equal('rate_limited');
    expect(Number(headers.get('retry-after'))).to.be.within(1, 30);
  });

  it('hold each key to its own, and what it sends beyond that takes nothing from its company', async () => {
    const api = await limitedTo({ 'key-reads': atMost(2), 'company-reads': atMost(3) });
    expect(await api.statuses(['A/1', 'A/1', 'A/1', 'A/1', 'A/2', 'A/2'])).to.deep.equal([
      200, 200, 429, 429, 200, 429,
    ]);
  });

  it('count changes apart from reads, and the unknown address as a read', async () => {
    const api = await limitedTo({ 'key-reads': atMost(2), 'key-writes': atMost(1) });
    const asked = [await api.send('POST', '/quote/create', {}), await api.get('/nothing'), await api.get('/coverage')];
    expect(asked.map(({ status }) => status)).to.deep.equal([400, 404, 200]);
    const beyond = [await api.send('PATCH', '/vehicle/1', {}), await api.call('HEAD', '/coverage')];
    expect(beyond.map(({ status }) => status)).to.deep.equal([429, 429]);
  });

  it('count HEAD as a read', async () => {
    const api = await limitedTo({ 'key-writes': atMost(1) });
    const heads = [await api.call('HEAD', '/coverage'), await api.call('HEAD', '/coverage')];
    expect(heads.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await api.send('POST', '/quote/create', {})).status).to.equal(400);
  });

  it('refuse nothing if counting itself fails: the request fails with an internal error', async () => {
    const limiters = () =>
      ({ consume: () => Promise.reject(new Error('it is away')) }) as unknown as RateLimiterAbstract;
    const api = await limitedTo({ 'key-writes': atMost(1), limiters });
    const { status, body } = await api.send('POST', '/quote/create', {});
    expect([status, body.code]).to.deep.equal([500, 'internal_error']);
  });

  it('are in the headers of every answer, as in the IETF’s draft', async () => {
    const api = await limitedTo({ 'key-reads': atMost(3), 'company-reads': { requests: 500, seconds: 10 } });
    const told = async () => {
      const { headers } = await api.ask('A/1');
      // A second may have passed since the first was counted.
      const left = headers
        .get('ratelimit')
        ?.replaceAll(/t=2\d\b/g, 't=30')
        .replaceAll(/t=\d\b/g, 't=10');
      return [headers.get('ratelimit-policy'), left];
    };
    const policy = '"key-reads";q=3;w=30, "company-reads";q=500;w=10';
    expect(await told()).to.deep.equal([policy, '"key-reads";r=2;t=30, "company-reads";r=499;t=10']);
    await told();
    expect(await told()).to.deep.equal([policy, '"key-reads";r=0;t=30, "company-reads";r=497;t=10']);
    expect(await told()).to.deep.equal(['"key-reads";q=3;w=30', '"key-reads";r=0;t=30']);
  });

  it('count a change under both at once where that can be had, and say so in the same words', async () => {
    const asked: (readonly string[])[] = [];
    const countInTurn: RequestLimits['countInTurn'] =
      (first, second) =>
      async (...who) => {
        asked.push([first.name, second.name, ...who]);
        const left = { remainingPoints: 4, msBeforeNext: 9_001 };
        return asked.length === 1
          ? [
              { allowed: true, ...left },
              { allowed: true, ...left },
            ]
          : [{ allowed: false, remainingPoints: 0, msBeforeNext: 1 }];
      };
    const api = await limitedTo({ 'key-writes': atMost(5), 'company-writes': atMost(9), countInTurn });
    const [within, beyond] = [await api.send('POST', '/quote/create', {}), await api.send('POST', '/quote/create', {})];
    expect(asked).to.deep.equal(Array(2).fill(['key-writes', 'company-writes', '1', 'A']));
    expect([within.status, within.headers.get('ratelimit')]).to.deep.equal([
      400,
      '"key-writes";r=4;t=10, "company-writes";r=4;t=10',
    ]);
    expect(beyond.status).to.equal(429);
    expect(beyond.headers.get('retry-after')).to.equal('1');
    expect(beyond.headers.get('ratelimit')).to.equal('"key-writes";r=0;t=1');
  });

  for (const [what, limits, expected] of [
    ['the key’s limit alone', { 'key-writes': atMost(1) }, '"key-writes"'],
    ['the company’s limit alone', { 'company-writes': atMost(1) }, '"company-writes"'],
  ] as const)
    it(`count a change under ${what}, though both could be had at once`, async () => {
      const api = await limitedTo({ ...limits, countInTurn: () => () => expect.fail('there are not both') });
      const answers = [await api.send('POST', '/quote/create', {}), await api.send('POST', '/quote/create', {})];
      expect(answers.map(({ status }) => status)).to.deep.equal([400, 429]);
      expect(answers[0]?.headers.get('ratelimit')).to.match(new RegExp(`^${expected};r=0;`));
    });

  it('count a change under one after the other where both at once cannot be had', async () => {
    const api = await limitedTo({ 'key-writes': atMost(2), 'company-writes': atMost(1) });
    const answers = [await api.send('POST', '/quote/create', {}), await api.send('POST', '/quote/create', {})];
    expect(answers.map(({ status }) => status)).to.deep.equal([400, 429]);
    expect(answers[1]?.headers.get('ratelimit-policy')).to.equal('"key-writes";q=2;w=30, "company-writes";q=1;w=30');
  });

  it('of checks of papers are separate', async () => {
    const { proofs } = takesOf({ proofs: atMost(1) });
    expect((await proofs?.('one'))?.limit.name).to.equal('proofs');
    expect((await proofs?.('one'))?.allowed).to.equal(false);
    expect(takesOf({}).proofs).to.equal(undefined);
  });

  it('are none where none is set', async () => {
    const api = await limitedTo({});
    const { status, headers } = await api.ask('A/1');
    expect([status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).to.deep.equal([200, null, null]);
  });

  it('hold bad keys to theirs by the address they come from, and never a good one', async () => {
    const api = await limitedTo({ 'bad-keys': { requests: 3, seconds: 60 } });
    expect(await api.statuses(['A/1', 'bad', '', 'A/1', 'A/1', 'bad', 'A/1'])).to.deep.equal([
      200, 401, 401, 200, 200, 401, 200,
    ]);
    const [beyond, keyless, good] = await Promise.all([api.ask('bad'), api.ask(''), api.ask('A/1')]);
    for (const { status, body, headers } of [beyond, keyless]) {
      expect([status, body.code]).to.deep.equal([429, 'rate_limited']);
      expect(body.message).to.contain('x-api-key');
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
      expect(headers.get('ratelimit-policy')).to.equal('"bad-keys";q=3;w=60');
    }
    expect(good.status).to.equal(200);
  });

  it('distinguish addresses by the headers of trusted proxies, and by nothing else', async () => {
    const behindProxy = { trustedProxies: ['127.0.0.0/8'] };
    const badKeys = { 'bad-keys': atMost(1) };
    const [trusting, plain] = [await limitedTo(badKeys, behindProxy), await limitedTo(badKeys)];
    const two = ({ ask }: typeof plain) =>
      Promise.all(['203.0.113.1', '203.0.113.2'].map((address) => ask('bad', { 'x-forwarded-for': address })));
    expect((await two(trusting)).map(({ status }) => status)).to.deep.equal([401, 401]);
    expect((await two(plain)).map(({ status }) => status)).to.have.members([401, 429]);
  });

  it('check a key from an address that sent too many bad ones by the look-up for suspects', async () => {
    const patiently: (string | undefined)[] = [];
    const authenticateSuspect: ApiDependencies['authenticate'] = async (key) => {
      patiently.push(key);
      return key === 'A/1' ? Ok({ companyId: 'A', keyId: '1' }) : Err({ code: 'unauthorized' });
    };
    const trustedProxies = ['127.0.0.0/8'];
    const api = await limitedTo({ 'bad-keys': atMost(1) }, { authenticateSuspect, trustedProxies });
    await api.statuses(['bad', 'bad']);
    expect(patiently).to.deep.equal([]);
    const [good, bad] = await Promise.all([api.ask('A/1'), api.ask('bad')]);
    expect([good.status, bad.status]).to.deep.equal([200, 429]);
    expect(patiently).to.have.members(['A/1', 'bad']);
    const elsewhere = { 'x-forwarded-for': '203.0.113.1' };
    expect((await api.ask('A/1', elsewhere)).status).to.equal(200);
    expect(patiently, 'from another address').to.have.length(2);
    const [second, third] = [await api.ask('bad', elsewhere), await api.ask('bad', elsewhere)];
    expect([second.status, third.status]).to.deep.equal([401, 429]);
    await api.ask('A/1');
    expect(patiently.slice(2), 'after another address sent too many as well').to.deep.equal(['A/1']);
  });

  it('delay the refusal of a bad key too many by half a second', async () => {
    const api = await limitedTo({ 'bad-keys': atMost(1) });
    await api.ask('bad');
    const began = performance.now();
    expect((await api.ask('bad')).status).to.equal(429);
    expect(performance.now() - began).to.be.at.least(490);
  });
});

describe('A limit that is counted in shares', () => {
  /** Processes that count in one place, which says how often it was written to. */
  const processes = (count: number, limit: { readonly requests: number; readonly seconds: number }) => {
    let writes = 0;
    let time = 0;
    const place = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
    const limiter = {
      penalty: async (who: string, points: number) => {
        writes += 1;
        const counted = await place.penalty(who, points);
        return { consumedPoints: counted.consumedPoints, msBeforeNext: limit.seconds * 1_000 };
      },
    } as unknown as RateLimiterAbstract;
    const named = { name: 'reads', ...limit };
    const takes = Array.from({ length: count }, () => countInShares(named, limiter, () => time));
    return {
      takes,
      writes: () => writes,
      nextWindow: async () => {
        time += limit.seconds * 1_000;
        await place.delete('a company');
      },
    };
  };

  it('lets through what is allowed over three processes, give or take a tenth, however they are asked', async () => {
    for (const weights of [
      [1, 1, 1],
      [10, 1, 0],
      [1, 0, 0],
    ]) {
      const { takes, writes } = processes(3, { requests: 1_000, seconds: 30 });
      const asked = takes.flatMap((take, at) => Array.from({ length: 1_500 * (weights[at] ?? 0) }, () => take));
      const standings = await Promise.all(asked.map((take) => take('a company')));
      expect(standings.filter(({ allowed }) => allowed).length).to.be.within(900, 1_100);
      expect(writes()).to.be.at.most(110);
    }
  });

  it('leaves to the other processes what one has not used', async () => {
    const { takes } = processes(2, { requests: 1_000, seconds: 30 });
    const ask = (process: number, times: number) =>
      Promise.all(
        takes.slice(process, process + 1).flatMap((take) => Array.from({ length: times }, () => take('a company'))),
      );
    const allowed = async (process: number, times: number) =>
      (await ask(process, times)).filter(({ allowed }) => allowed).length;
    expect(await allowed(0, 100)).to.equal(100);
    expect(await allowed(1, 1_000)).to.be.within(870, 930);
  });

  it('counts occasional callers without a round trip', async () => {
    const { takes, writes, nextWindow } = processes(2, { requests: 1_000, seconds: 10 });
    for (const _ of Array(20)) {
      for (const take of takes) for (const _ of Array(10)) expect((await take('a company')).allowed).to.equal(true);
      await nextWindow();
    }
    expect(writes()).to.equal(0);
  });

  it('is exact where it is small, and in one process', async () => {
    for (const requests of [1, 7, 99, 1_000]) {
      const [{ takes }, several] = [
        processes(1, { requests, seconds: 30 }),
        processes(requests < 100 ? 3 : 1, { requests, seconds: 30 }),
      ];
      for (const each of [takes, several.takes]) {
        const standings = await Promise.all(
          Array.from({ length: requests + 50 }).flatMap(() => each.map((take) => take('a company'))),
        );
        expect(standings.filter(({ allowed }) => allowed)).to.have.length(requests);
      }
    }
  });

  it('lets through again in the next window', async () => {
    const { takes, nextWindow } = processes(1, { requests: 2, seconds: 30 });
    const [take] = takes;
    const ask = async () => (await take?.('a company'))?.allowed;
    expect([await ask(), await ask(), await ask()]).to.deep.equal([true, true, false]);
    await nextWindow();
    expect(await ask()).to.equal(true);
  });
});
