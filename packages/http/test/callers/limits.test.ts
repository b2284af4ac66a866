import { Err, Ok } from '@vehicle-insurance/core';
import type { ApiDependencies, RequestLimits } from '@vehicle-insurance/http';
import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { authenticateCaller } from '../../src/callers/authenticate-caller.ts';
import { counterOf } from '../../src/callers/rate-limits.ts';
import { inMemory, listening, type Listening } from '../serving.ts';

const HALF_A_MINUTE = { seconds: 30 } as const;
const atMost = (requests: number) => ({ requests, ...HALF_A_MINUTE });

describe('rate limits', () => {
  const opened: Listening[] = [];
  after(() => Promise.all(opened.map((each) => each.close())));

  /** An API whose valid keys have the form `company/key`. */
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

  // Proves: 429-per-company
  it('apply per company, and responses contain the time to wait', async () => {
    const api = await limitedTo({ 'company-reads': atMost(2) });
    expect(await api.statuses(['A/1', 'A/2', 'A/3', 'B/1'])).to.deep.equal([200, 200, 429, 200]);
    const { body, headers } = await api.ask('A/1');
    expect(Object.keys(body)).to.deep.equal(['code', 'message']);
    expect(body.code).to.equal('rate_limited');
    expect(Number(headers.get('retry-after'))).to.be.within(1, 30);
  });

  it('are reported in whole seconds, rounded up so that the limit has ended by then', async () => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'] });
    try {
      const counter = counterOf({ proofs: atMost(1) }, 'proofs');
      for (const [milliseconds, seconds] of [
        [0, 30],
        [1, 30],
        [28_000, 2],
        [1_998, 1],
      ] as const) {
        mock.timers.tick(milliseconds);
        expect((await counter?.take('A'))?.seconds).to.equal(seconds);
      }
    } finally {
      mock.timers.reset();
    }
  });

  it('count writes and reads separately, and a request to an unknown address as a read', async () => {
    const api = await limitedTo({ 'company-reads': atMost(2), 'company-writes': atMost(1) });
    const asked = [await api.send('POST', '/quote/create', {}), await api.get('/nothing')];
    asked.push(await api.call('HEAD', '/coverage'));
    expect(asked.map(({ status }) => status)).to.deep.equal([400, 404, 200]);
    const beyond = [await api.send('PATCH', '/vehicle/1', {}), await api.get('/coverage')];
    expect(beyond.map(({ status }) => status)).to.deep.equal([429, 429]);
  });

  it('are in the headers of every response, as in the IETF draft', async () => {
    const api = await limitedTo({ 'company-reads': atMost(2) });
    const headersOf = async () => {
      const { headers } = await api.ask('A/1');
      // A second may have passed since the first request.
      return [headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/t=2\d$/, 't=30')];
    };
    const policy = '"company-reads";q=2;w=30';
    for (const left of [1, 0, 0]) expect(await headersOf()).to.deep.equal([policy, `"company-reads";r=${left};t=30`]);
  });

  it('do not apply if none are configured', async () => {
    const api = await limitedTo({});
    const { status, headers } = await api.ask('A/1');
    expect([status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).to.deep.equal([200, null, null]);
  });

  it('count invalid keys per address, and never a valid key', async () => {
    const api = await limitedTo({ 'bad-keys': { requests: 3, seconds: 60 } });
    expect((await api.ask('bad')).headers.get('ratelimit')).to.match(/^"bad-keys";r=2;t=/);
    expect(await api.statuses(['A/1', '', 'A/1', 'A/1', 'bad', 'A/1'])).to.deep.equal([200, 401, 200, 200, 401, 200]);
    const [beyond, keyless, good] = await Promise.all([api.ask('bad'), api.ask(''), api.ask('A/1')]);
    for (const { status, body, headers } of [beyond, keyless]) {
      expect([status, body.code]).to.deep.equal([429, 'rate_limited']);
      expect(body.message).to.contain('x-api-key');
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
      expect(headers.get('ratelimit-policy')).to.equal('"bad-keys";q=3;w=60');
    }
    expect(good.status).to.equal(200);
  });

  it('delay keys from an address that sent too many invalid ones, unless they were valid before', async () => {
    const began = new Map<string, number>();
    const authenticate: ApiDependencies['authenticate'] = async (key = '') => {
      began.set(key, performance.now());
      return key.startsWith('good') ? Ok({ companyId: 'A', keyId: key }) : Err({ code: 'unauthorized' });
    };
    const api = await limitedTo({ 'bad-keys': atMost(1) }, { authenticate, trustedProxies: ['127.0.0.0/8'] });
    // These keys have the same beginning, as all keys of an environment do.
    const [known, fresh] = ['known', 'new'].map((end) => `good${'x'.repeat(60)}${end}`) as [string, string];
    await api.statuses([known, ...Array.from({ length: 20 }, (_, n) => `good${n}`), 'bad']);
    const asked = performance.now();
    const statuses = await Promise.all([fresh, 'worse', known].map(async (key) => (await api.ask(key)).status));
    expect(statuses).to.deep.equal([200, 429, 200]);
    const delay = (key: string) => (began.get(key) ?? 0) - asked;
    for (const key of [fresh, 'worse']) {
      expect(delay(key), key).to.be.at.least(490);
      expect(delay(key), key).to.be.greaterThan(delay(known));
    }
    const elsewhere = await api.ask('bad elsewhere', { 'x-forwarded-for': '203.0.113.1' });
    expect(elsewhere.status, 'from another address').to.equal(401);
  });

  /** Floods the service with keys from an address that has sent too many bad ones, and counts the look-ups. */
  const floods = () => {
    const full = { used: 1, limit: { name: 'bad-keys', requests: 1, seconds: 60 }, seconds: 60 } as const;
    let lookedUp = 0;
    let address = '192.0.2.1';
    const refuseBad = authenticateCaller(
      {
        authenticate: async () => ((lookedUp += 1), Err({ code: 'unauthorized' })),
        badKeys: { look: async () => full, take: async () => full },
        addressOf: () => address,
      },
      '/api',
    );
    const headers = { get: () => 'bad', set: () => undefined, vary: () => undefined, acceptsLanguages: () => [] };
    const request = { path: '/api/x', req: {}, state: {}, ...headers };
    const one = async (): Promise<void> => {
      await refuseBad(request as unknown as Parameters<typeof refuseBad>[0], async () => undefined);
    };
    const move = () => (address = '192.0.2.2');
    return { flood: (length: number) => Promise.all(Array.from({ length }, one)), lookedUp: () => lookedUp, move };
  };

  it('delay every later invalid key, even 5000 at once', async () => {
    const { flood } = floods();
    const pauses = await timersDuring(async () => {
      for (let round = 0; round < 51; round += 1) await flood(100);
      await flood(5_100);
    });
    expect(pauses.filter((milliseconds) => milliseconds === 500)).to.have.length(5_100 + 5_000);
  });

  it('let 20 keys per second be looked up from an address that sent too many invalid ones', async () => {
    const { flood, lookedUp, move } = floods();
    mock.timers.enable({ apis: ['Date', 'setTimeout'] });
    syncBuiltinESMExports();
    try {
      for (const [milliseconds, count] of [
        [0, 20],
        [499, 20],
        [1, 40],
        [0, 60],
      ] as const) {
        mock.timers.tick(milliseconds);
        // A new address has its own look-ups.
        if (count === 60) move();
        // Two floods fill the queue if refused keys do not leave their places.
        const done = flood(2_600);
        await turn();
        mock.timers.tick(500);
        await done;
        expect(lookedUp()).to.equal(count);
      }
    } finally {
      mock.timers.reset();
      syncBuiltinESMExports();
    }
  });
});
