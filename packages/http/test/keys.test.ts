import { issueKey, respondOnce, type IdempotencyKeys } from '@vehicle-insurance/core';
import { storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { inMemory, listening, servedWith, type ApiResponse } from './serving.ts';

interface KeyBody {
  readonly id: string;
  readonly key: string | null;
  readonly revoked: string | null;
}

const bodyOf = ({ body }: ApiResponse): KeyBody => body as unknown as KeyBody;
const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.code}`;

/** Three companies, each with one key, behind one API. */
const threeCompanies = async () => {
  const world = await inMemory();
  const stored: string[] = [];
  const keep: IdempotencyKeys['keep'] = (held, answer) => {
    stored.push(answer);
    return world.idempotencyKeys.keep(held, answer);
  };
  const remembering = respondOnce({ ...world, idempotencyKeys: { ...world.idempotencyKeys, keep } });
  const api = await listening({ ...world.dependencies, respondOnce: remembering }, world.key);
  const another = async () => {
    const { id: company } = await storedCompany(world.unitOfWork);
    return (await issueKey(world)({ company })).unwrap().key;
  };
  const as =
    (key: string) =>
    (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
      api.submit(method, path, body, { 'x-api-key': key, ...headers });
  const [one, two, three] = [as(world.key), as(await another()), as(await another())];
  return { ...world, ...api, stored, as, one, two, three };
};

describe('a company at the API', () => {
  let world: Awaited<ReturnType<typeof threeCompanies>>;
  beforeEach(async () => {
    world = await threeCompanies();
  });
  afterEach(async () => {
    expect(world.errorReporter.all).to.deep.equal([]);
    await world.close();
  });

  // Proves: own-keys-listed, own-key-issued
  it('issues a key, uses it, lists both page by page without showing them, and revokes one', async () => {
    const { one, as, company } = world;
    const issued = await one('POST', '/key', { label: 'caisse', expires: '2027-01-01T00:00:00Z' });
    const { key, ...shown } = bodyOf(issued);
    expect(issued.status).to.equal(201);
    expect(shown).to.deep.equal({
      ...{ id: shown.id, companyId: company.id, prefix: key?.slice(0, 16), label: 'caisse', environment: 'test' },
      ...{ created: '2026-01-15T09:00:00.000Z', expires: '2027-01-01T00:00:00.000Z' },
      ...{ lastUsed: null, revoked: null },
    });
    const mine = as(key ?? '');
    const pages = await Promise.all([1, 2, 3].map((page) => mine('GET', `/key?limit=1&page=${page}`)));
    expect(pages.map(({ body }) => [body.total, body.data.length])).to.deep.equal([
      [2, 1],
      [2, 1],
      [2, 0],
    ]);
    expect(pages[0]?.body.data[0]).to.have.property('id', shown.id);
    for (const { text } of pages) for (const secret of [world.key, key ?? '']) expect(text).to.not.contain(secret);
    const revoked = await one('POST', `/key/${shown.id}/revoke`);
    expect([revoked.status, bodyOf(revoked).revoked]).to.deep.equal([200, '2026-01-15T09:00:00.000Z']);
    expect(codeOf(await mine('GET', '/key'))).to.equal('401 unauthorized');
    expect(
      codeOf(await one('POST', `/key/${(await one('GET', '/key?page=2&limit=1')).body.data[0]?.id}/revoke`)),
    ).to.equal('409 last_key');
  });

  // Proves: own-keys-only
  it('sees no key of two other companies, and gets for their ids the response for an unknown id', async () => {
    const { one, two, three } = world;
    const idOf = async (ask: typeof one) => (await ask('GET', '/key')).body.data.map(({ id }) => id);
    const [ofTwo, ofThree] = [await idOf(two), await idOf(three)];
    expect([ofTwo.length, ofThree.length, new Set([...ofTwo, ...ofThree]).size]).to.deep.equal([1, 1, 2]);
    await one('POST', '/key', {});
    const unknown = await one('POST', '/key/019a2f6e-7c10-7d4a-9b1e-2f3a4b5c6d7e/revoke');
    expect(codeOf(unknown)).to.equal('404 key_not_found');
    for (const id of [...ofTwo, ...ofThree])
      expect((await one('POST', `/key/${id}/revoke`)).text).to.equal(unknown.text);
    expect([await idOf(two), await idOf(three)]).to.deep.equal([ofTwo, ofThree]);
    expect((await two('GET', '/key')).body.data[0]).to.have.property('revoked', null);
  });

  // Proves: own-key-shown-once
  it('is shown a key once: a repetition gets the response without the key, which is stored nowhere', async () => {
    const { one, stored } = world;
    const issue = (body: object = { label: 'a' }) => one('POST', '/key', body, { 'idempotency-key': 'k-1' });
    const first = await issue();
    const { key } = bodyOf(first);
    expect(key).to.match(/^vi_test_/);
    for (let n = 0; n < 2; n += 1) {
      const again = await issue();
      expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([201, 'true']);
      expect(again.body).to.deep.equal({ ...first.body, key: null });
    }
    expect(codeOf(await issue({ label: 'b' }))).to.equal('422 idempotency_key_reused');
    expect((await one('GET', '/key')).body.total).to.equal(2);
    expect(stored).to.have.length(1);
    expect(stored.join()).to.not.contain(key);
  });

  // Proves: ten-keys-an-hour
  it('issues ten keys in an hour, and no more than twenty', async () => {
    const { one, two, clock } = world;
    for (let n = 0; n < 9; n += 1) expect((await one('POST', '/key', {})).status).to.equal(201);
    const limited = await one('POST', '/key', {}, { 'idempotency-key': 'k-2' });
    expect(codeOf(limited)).to.equal('429 rate_limited');
    expect(limited.headers.get('retry-after')).to.equal('3600');
    expect((await two('POST', '/key', {})).status).to.equal(201);
    clock.advance({ hours: 1 });
    expect((await one('POST', '/key', {}, { 'idempotency-key': 'k-2' })).status).to.equal(201);
    for (let n = 0; n < 9; n += 1) await one('POST', '/key', {});
    clock.advance({ hours: 1 });
    expect(codeOf(await one('POST', '/key', {}))).to.equal('409 too_many_keys');
  });
});

// Proves: own-key-not-by-invalid-key
it('a key that the API still accepts, but that is not active any more, issues and revokes no key', async () => {
  const api = await servedWith({});
  const { data } = (await api.get('/key')).body;
  for (const path of ['/key', `/key/${data[0]?.id}/revoke`])
    expect(codeOf(await api.send('POST', path, {})), path).to.equal('401 unauthorized');
  expect((await api.get('/key')).body.data).to.deep.equal(data);
  await api.close();
});
