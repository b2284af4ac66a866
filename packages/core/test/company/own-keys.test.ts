import {
  addCompany,
  authenticate,
  enableCompany,
  FAULTS,
  issueKey,
  issueOwnKey,
  later,
  listOwnKeys,
  revokeKey,
  revokeOwnKey,
  showCompany,
  type Company,
  type Instant,
} from '@vehicle-insurance/core';
import { freshId, testKeyHasher } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { IssueOwnKeyCommand } from '../../src/use-cases/company/issue-own-key.ts';
import { scenario } from '../scenario.ts';

const UNAUTHORIZED = { code: 'unauthorized' };
const NOT_FOUND = { code: 'key_not_found' };
const LAST = { code: 'last_key' };
const OUTLIVES = {
  code: 'invalid_request',
  details: [{ field: 'expires', message: FAULTS.notAfterOwnKey }],
};

/** Three companies. An operator has issued two keys to the first, and one to each of the others. */
const setup = async () => {
  const it = { ...(await scenario()), keyHasher: testKeyHasher(), environment: 'test' as const };
  const company = async (name: string) => (await addCompany(it)({ name })).unwrap();
  const byOperator = async ({ id }: Company, expires?: Instant) =>
    (await issueKey(it)({ company: id, expires })).unwrap().apiKey.id;
  const [one, two, three] = [await company('One'), await company('Two'), await company('Three')];
  const [first, second] = [await byOperator(one), await byOperator(one)];
  const [ofTwo, ofThree] = [await byOperator(two), await byOperator(three)];
  // Keys that an operator has just issued would count against the limit of an hour.
  it.clock.advance({ hours: 1 });
  const issue = (keyId: string, over: Partial<IssueOwnKeyCommand> = {}) =>
    issueOwnKey(it)({ companyId: one.id, keyId, ...over });
  return {
    ...it,
    ...{ one, two, three, first, second, ofTwo, ofThree, byOperator, issue },
    issued: async (keyId: string, over: Partial<IssueOwnKeyCommand> = {}) => (await issue(keyId, over)).unwrap(),
    revoke: (keyId: string, revokedId: string, { id: companyId } = one) =>
      revokeOwnKey(it)({ companyId, keyId, revokedId }),
    list: async ({ id: companyId } = one, page = 1, limit = 20) =>
      (await listOwnKeys(it)({ companyId, page, limit })).unwrap(),
    knows: async (key: string | null) => (await authenticate(it)(key ?? undefined)).isOk(),
  };
};

describe('a company', () => {
  // Proves: own-keys-listed
  it('lists its own keys, the latest first, revoked and expired ones too, and those of no other company', async () => {
    const { list, issued, revoke, clock, one, two, three, first, second, ofTwo, ofThree } = await setup();
    const short = await issued(first, { label: 'caisse', expires: later(clock.now(), { hours: 1 }) });
    clock.advance({ hours: 1 });
    await revoke(first, second);
    const ids = async (...of: Parameters<typeof list>) => (await list(...of)).data.map(({ id }) => id);
    expect(await ids(one)).to.deep.equal([short.apiKey.id, second, first]);
    expect([await ids(two), await ids(three)]).to.deep.equal([[ofTwo], [ofThree]]);
    expect(await ids(one, 2, 2)).to.deep.equal([first]);
    expect(await list(one, 3, 2)).to.deep.equal({ data: [], page: 3, limit: 2, total: 3 });
    expect(JSON.stringify(await list())).to.not.contain(short.key);
  });

  // Proves: own-key-issued
  it('issues a key that works at once for this company alone, with the issuing key in its history', async () => {
    const it = await setup();
    const { key, apiKey } = await it.issued(it.first, { label: '  caisse  ' });
    expect(apiKey).to.include({ companyId: it.one.id, label: 'caisse', environment: 'test', expires: null });
    const caller = { companyId: it.one.id, keyId: apiKey.id };
    expect((await authenticate(it)(key ?? '')).unwrap()).to.deep.equal(caller);
    const { history, keys } = (await showCompany(it)({ company: 'One' })).unwrap();
    const maker = keys.find(({ id }) => id === it.first);
    expect(history.at(-1)).to.deep.include({ what: 'key', why: { code: 'key_issued' }, by: maker?.prefix });
    (await it.revoke(apiKey.id, it.second)).unwrap();
    const after = (await showCompany(it)({ company: 'One' })).unwrap().history.at(-1);
    expect(after).to.deep.include({ why: { code: 'key_revoked' }, by: apiKey.prefix });
  });

  // Proves: own-key-does-not-outlive-its-maker
  it('issues no key that outlives the key that issues it', async () => {
    const { one, byOperator, issue, issued, clock } = await setup();
    const end = later(clock.now(), { hours: 48 });
    const maker = await byOperator(one, end);
    const sooner = later(end, { milliseconds: -1 });
    expect((await issued(maker)).apiKey.expires).to.equal(end);
    expect((await issued(maker, { expires: end })).apiKey.expires).to.equal(end);
    const child = (await issued(maker, { expires: sooner })).apiKey;
    expect(child.expires).to.equal(sooner);
    expect((await issue(maker, { expires: later(end, { milliseconds: 1 }) })).unwrapErr()).to.deep.equal(OUTLIVES);
    expect((await issue(child.id, { expires: end })).unwrapErr()).to.deep.equal(OUTLIVES);
    expect((await issue(maker, { expires: clock.now() })).unwrapErr().code).to.equal('invalid_request');
  });

  // Proves: own-key-not-by-invalid-key
  it('issues and revokes nothing with a key that has become invalid or belongs to another company', async () => {
    const { one, first, second, ofTwo, byOperator, issue, revoke, list, clock, ...it } = await setup();
    const short = await byOperator(one, later(clock.now(), { hours: 1 }));
    const revoked = await byOperator(one);
    (await revoke(first, revoked)).unwrap();
    clock.advance({ hours: 1 });
    const before = await list();
    for (const keyId of [short, revoked, ofTwo, freshId(), 'none']) {
      expect((await issue(keyId)).unwrapErr(), keyId).to.deep.equal(UNAUTHORIZED);
      expect((await revoke(keyId, second)).unwrapErr(), keyId).to.deep.equal(UNAUTHORIZED);
    }
    (await enableCompany({ ...it, clock })({ company: one.id, enabled: false })).unwrap();
    expect((await issue(first)).unwrapErr()).to.deep.equal(UNAUTHORIZED);
    expect((await revoke(first, second)).unwrapErr()).to.deep.equal(UNAUTHORIZED);
    expect(await list()).to.deep.equal(before);
  });

  it('revokes a key of its own by its id, even the key that it uses, and the same again without effect', async () => {
    const { first, second, revoke, issued, knows, list } = await setup();
    const { key, apiKey } = await issued(first);
    const revoked = (await revoke(apiKey.id, apiKey.id)).unwrap();
    expect(await knows(key)).to.equal(false);
    expect((await revoke(first, apiKey.id)).unwrap()).to.deep.equal(revoked);
    expect((await list()).data.find(({ id }) => id === apiKey.id)).to.deep.equal(revoked);
    expect((await revoke(first, apiKey.prefix)).unwrapErr()).to.deep.equal(NOT_FOUND);
    expect((await revoke(second, second)).isOk()).to.equal(true);
  });

  // Proves: own-keys-only
  it('revokes no key of another company or environment', async () => {
    const { one, two, three, first, ofTwo, ofThree, revoke, list, unitOfWork, ...it } = await setup();
    const live = (await issueKey({ ...it, unitOfWork, environment: 'live' })({ company: one.id })).unwrap().apiKey;
    for (const id of [ofTwo, ofThree, live.id, freshId(), 'none', ''])
      expect((await revoke(first, id)).unwrapErr(), id).to.deep.equal(NOT_FOUND);
    for (const company of [two, three]) expect((await list(company)).data[0]?.revoked).to.equal(null);
    expect((await list()).data.map(({ id }) => id)).to.not.include(live.id);
  });

  // Proves: last-key-stays
  it('keeps its last active key, which an operator can still revoke', async () => {
    const { one, first, second, byOperator, revoke, issued, clock, knows, ...it } = await setup();
    const short = await byOperator(one, later(clock.now(), { hours: 1 }));
    (await revoke(first, second)).unwrap();
    clock.advance({ hours: 1 });
    expect((await revoke(first, first)).unwrapErr()).to.deep.equal(LAST);
    // An expired key can always be revoked, but does not count as another one.
    expect((await revoke(first, short)).isOk()).to.equal(true);
    expect((await revoke(first, first)).unwrapErr()).to.deep.equal(LAST);
    const { key, apiKey } = await issued(first);
    expect((await revoke(apiKey.id, first)).isOk()).to.equal(true);
    expect((await revoke(apiKey.id, apiKey.id)).unwrapErr()).to.deep.equal(LAST);
    (await revokeKey({ ...it, clock })({ key: apiKey.id })).unwrap();
    expect(await knows(key)).to.equal(false);
  });

  // Proves: twenty-keys, ten-keys-an-hour
  it('issues at most ten keys in an hour, and has at most twenty active keys', async () => {
    const { first, issue, issued, revoke, clock } = await setup();
    const issueTen = async () => {
      const ids: string[] = [];
      for (let n = 0; n < 10; n += 1) ids.push((await issued(first)).apiKey.id);
      return ids;
    };
    const [oldest = ''] = await issueTen();
    clock.advance({ minutes: 30 });
    (await revoke(first, oldest)).unwrap();
    const tooMany = (retryAfter: number) => ({ code: 'rate_limited', what: 'keys', retryAfter });
    expect((await issue(first)).unwrapErr()).to.deep.equal(tooMany(1_800));
    clock.advance({ minutes: 29, seconds: 59 });
    expect((await issue(first)).unwrapErr()).to.deep.equal(tooMany(1));
    clock.advance({ seconds: 1 });
    for (let active = 11; active < 20; active += 1) await issued(first);
    expect((await issue(first)).unwrapErr()).to.deep.equal({ code: 'too_many_keys' });
    clock.advance({ hours: 1 });
    expect((await issue(first)).unwrapErr()).to.deep.equal({ code: 'too_many_keys' });
  });

  // Proves: own-key-shown-once
  it('gets the same key without the key itself when it repeats a command under one id', async () => {
    const { first, issued, list } = await setup();
    const id = freshId();
    const { key, apiKey } = await issued(first, { id, label: 'one' });
    expect(key).to.be.a('string');
    expect(await issued(first, { id, label: 'other' })).to.deep.equal({ key: null, apiKey });
    expect((await list()).total).to.equal(3);
  });
});
