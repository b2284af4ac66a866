import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { apiWorld, eventually, PAYER, type World } from './world.ts';

/** Requests the company may send in ten seconds, and an address without a key in a minute. */
const RATE = 30;
const BAD_KEYS = 20;

describe('a service that refuses or fails', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    const limits = { RATE_LIMIT: String(RATE), RATE_LIMIT_UNAUTHORIZED: String(BAD_KEYS) };
    world = await apiWorld(limits, undefined, { hasOwnServer: true });
  });
  after(() => world.stop());

  // Proves: 429-per-company
  it('answers 429 rate_limited to a company that asks too much, says when to come back, and serves the others', async () => {
    const other = (await world.operator.issueKey(await world.operator.addCompany('Ruhiger'))).key;
    const answers = await Promise.all(Array.from({ length: 2 * RATE }, () => world.get('/coverage')));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).to.be.within(1, 2 * RATE - 1);
    for (const { headers, body } of limited) {
      expect([body['code'], Object.keys(body)]).to.deep.equal(['rate_limited', ['code', 'message']]);
      expect(Number(headers.get('retry-after'))).to.be.within(1, 10);
    }
    expect((await world.get('/coverage', { key: other })).status).to.equal(200);
  });

  // Proves: request-id
  it('answers every request with a request id, the caller’s own if it is sane', async () => {
    const ask = async (id?: string) =>
      (
        await world.get('/coverage', { key: null, headers: id === undefined ? {} : { 'x-request-id': id } })
      ).headers.get('x-request-id');
    expect(await ask('caller-7.of_mine')).to.equal('caller-7.of_mine');
    const made = [await ask(), await ask(), await ask('x'.repeat(5_000)), await ask('<script>')];
    expect(new Set(made).size).to.equal(made.length);
    for (const id of made) expect(id).to.match(/^[\w-]{8,64}$/);
  });

  it('answers 429 rate_limited to bad keys beyond their limit, and serves a good one from the same address', async () => {
    const key = (await world.operator.issueKey(await world.operator.addCompany('Gutartige'))).key;
    const flood = await Promise.all(
      Array.from({ length: 2 * BAD_KEYS }, (_, at) => world.get('/coverage', { key: `vi_test_guess_${at}` })),
    );
    const refused = flood.filter(({ status }) => status === 429);
    expect(flood.filter(({ status }) => status === 401).length).to.be.within(1, BAD_KEYS);
    expect(refused.length).to.equal(flood.length - flood.filter(({ status }) => status === 401).length);
    for (const { headers, body } of refused) {
      expect(body['code']).to.equal('rate_limited');
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
    }
    for (const _ of [1, 2]) expect((await world.get('/coverage', { key })).status).to.equal(200);
  });

  // Proves: 503-database-away
  it('answers 503 service_unavailable while the database is gone, also to requests that are wrong', async () => {
    const [server = ''] = readFileSync(join(world.sandbox.dataDir, 'database', 'data', 'postmaster.pid'), 'utf8').split(
      '\n',
    );
    process.kill(Number(server), 'SIGINT');
    const ready = () => fetch(`${world.baseUrl}/health/ready`);
    const { status, headers } = await eventually(ready, (answer) => answer.status === 503);
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '1']);
    const keyless = (path: string) => world.get(path, { key: null });
    await eventually(
      () => keyless('/vehicle'),
      (answer) => answer.status === 503,
      2_000,
    );
    for (const answer of [
      await keyless('/vehicle'),
      await keyless('/nothing'),
      await world.send('DELETE', '/vehicle'),
      await world.get('/vehicle?page=0'),
      await world.get('/vehicle', { key: 'vi_test_nobody_has_this_key' }),
      await world.post('/vehicle', { type: 7 }, { key: 'vi_test_nor_this_one' }),
      await world.pay('nothing', PAYER, { key: 'vi_test_nor_that_one' }),
    ]) {
      expect([answer.status, answer.body['code']]).to.deep.equal([503, 'service_unavailable']);
      expect(Object.keys(answer.body)).to.deep.equal(['code', 'message']);
      expect(Number(answer.headers.get('retry-after'))).to.be.greaterThan(0);
    }
    expect((await fetch(`${world.baseUrl}/health/live`)).status).to.equal(200);
  });
});
