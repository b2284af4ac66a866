import {
  addCompany,
  authenticate,
  enableCompany,
  findCompany,
  issueKey,
  listCompanies,
  revokeKey,
  setCompany,
  showCompany,
  type Environment,
} from '@vehicle-insurance/core';
import { at, testKeyHasher } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario } from '../scenario.ts';

const setup = async () => {
  const dependencies = { ...(await scenario()), keyHasher: testKeyHasher(), environment: 'test' as Environment };
  const company = (await addCompany(dependencies)({ name: '  Courtage Ébrié ' })).unwrap();
  return {
    ...dependencies,
    company,
    issue: async (over: Partial<Parameters<ReturnType<typeof issueKey>>[0]> = {}) =>
      (await issueKey(dependencies)({ company: company.name, ...over })).unwrap(),
    knows: async (key: string | undefined, environment: Environment = 'test') =>
      (await authenticate({ ...dependencies, environment })(key)).isOk(),
  };
};

describe('a company', () => {
  it('has a unique name', async () => {
    const { company, ...dependencies } = await setup();
    expect(company).to.include({ name: 'Courtage Ébrié', enabled: true, intermediaryCode: null });
    expect((await addCompany(dependencies)({ name: 'Courtage Ébrié' })).unwrapErr()).to.deep.equal({
      code: 'company_name_taken',
    });
    expect((await addCompany(dependencies)({ name: 'x' })).unwrapErr().code).to.equal('invalid_request');
  });

  it('is found by its id or name and is in the list of companies', async () => {
    const { company, ...dependencies } = await setup();
    for (const named of [company.id, company.name])
      expect(await findCompany(dependencies)(named)).to.deep.equal(company);
    expect(await findCompany(dependencies)('Courtage')).to.equal(undefined);
    expect(await listCompanies(dependencies)()).to.deep.include(company);
  });

  // Proves: company-corrected
  it('can be corrected, but not to another company’s name, and its history keeps the previous values', async () => {
    const { company, ...dependencies } = await setup();
    const set = setCompany(dependencies);
    const other = (
      await addCompany(dependencies)({ name: 'Courtage Comoé', intermediaryCode: 'X', office: 'Y' })
    ).unwrap();
    const corrected = (await set({ company: other.name, name: 'Courtage Bandama', office: '', by: 'me' })).unwrap();
    expect(corrected).to.deep.equal({ ...other, name: 'Courtage Bandama', office: null });
    const shown = (await showCompany(dependencies)({ company: 'Courtage Bandama' })).unwrap();
    const without = { legalForm: null, address: null, licence: null, phone: null };
    expect(shown.company).to.deep.equal(corrected);
    expect(shown.history.at(-1)).to.deep.include({
      why: { code: 'company_corrected', fields: ['name', 'office'] },
      by: 'me',
      evidence: {
        before: { name: 'Courtage Comoé', intermediaryCode: 'X', office: 'Y', ...without },
        after: { name: 'Courtage Bandama', intermediaryCode: 'X', office: null, ...without },
      },
    });
    for (const same of [{}, { name: 'Courtage Bandama' }, { office: '' }, { intermediaryCode: 'X' }])
      expect((await set({ company: other.id, ...same })).unwrap()).to.deep.equal(corrected);
    const again = (await showCompany(dependencies)({ company: other.id })).unwrap();
    expect(again.history).to.deep.equal(shown.history);
    const refusals = [
      await set({ company: other.id, name: company.name }),
      await set({ company: 'nobody', office: 'Z' }),
      await set({ company: other.id, name: 'x' }),
    ];
    expect(refusals.map((refused) => refused.unwrapErr().code)).to.deep.equal([
      'company_name_taken',
      'company_not_found',
      'invalid_request',
    ]);
  });

  it('accepts no more characters than its papers and the authority have room for', async () => {
    const { company, ...dependencies } = await setup();
    const set = setCompany(dependencies);
    const most = { intermediaryCode: 50, office: 50, legalForm: 200, address: 200, licence: 200, phone: 200 };
    for (const [fact, characters] of Object.entries(most)) {
      const setTo = (length: number) => set({ company: company.id, [fact]: 'x'.repeat(length) });
      expect((await setTo(characters)).isOk(), fact).to.equal(true);
      expect((await setTo(characters + 1)).unwrapErr().code, fact).to.equal('invalid_request');
    }
  });

  it('can be disabled and enabled again by its id or name', async () => {
    const { company, issue, knows, ...dependencies } = await setup();
    const { key } = await issue();
    expect(await knows(key)).to.equal(true);
    await enableCompany(dependencies)({ company: company.id, enabled: false });
    expect(await knows(key)).to.equal(false);
    await enableCompany(dependencies)({ company: company.name, enabled: true });
    expect(await knows(key)).to.equal(true);
    expect((await enableCompany(dependencies)({ company: 'nobody', enabled: true })).unwrapErr()).to.deep.equal({
      code: 'company_not_found',
    });
  });
});

describe('the history of a company', () => {
  it('lists each change of the company and its keys with its author; a command that changes nothing adds no line', async () => {
    const { company, ...dependencies } = await setup();
    const by = 'operator';
    const { clock } = dependencies;
    const began = clock.now();
    const { apiKey } = (await issueKey(dependencies)({ company: company.id, by })).unwrap();
    clock.advance({ hours: 1 });
    const then = clock.now();
    for (const enabled of [false, false, true]) await enableCompany(dependencies)({ company: company.id, enabled, by });
    for (let times = 0; times < 2; times += 1) await revokeKey(dependencies)({ key: apiKey.id, by });
    const { keys, history } = (await showCompany(dependencies)({ company: company.name })).unwrap();
    expect(keys.map(({ id }) => id)).to.deep.equal([apiKey.id]);
    const lines = history.map(({ what, from, to, why, at: when, by: who }) => [what, from, to, why.code, when, who]);
    expect(lines).to.deep.equal([
      ['company', null, 'enabled', 'company_added', began, undefined],
      ['key', null, 'active', 'key_issued', began, by],
      ['company', 'enabled', 'disabled', 'company_disabled', then, by],
      ['company', 'disabled', 'enabled', 'company_enabled', then, by],
      ['key', 'active', 'revoked', 'key_revoked', then, by],
    ]);
    const other = (await addCompany(dependencies)({ name: 'Courtage Comoé', by })).unwrap();
    const [first] = (await showCompany(dependencies)({ company: other.id })).unwrap().history;
    expect(first).to.deep.include({ why: { code: 'company_added' }, at: then, by });
    expect((await showCompany(dependencies)({ company: 'nobody' })).unwrapErr()).to.deep.equal({
      code: 'company_not_found',
    });
  });
});

describe('an API key', () => {
  // Proves: key-shown-once
  it('identifies the caller and is stored only as a hash', async () => {
    const { company, issue, ...dependencies } = await setup();
    const { key, apiKey } = await issue({ label: 'caisse' });
    expect((await authenticate(dependencies)(key)).unwrap()).to.deep.equal({ companyId: company.id, keyId: apiKey.id });
    const kept = (await showCompany(dependencies)({ company: company.id })).unwrap().keys;
    expect(kept).to.deep.equal([apiKey]);
    expect(JSON.stringify(kept)).to.not.contain(key);
    expect(apiKey).to.include({ label: 'caisse', environment: 'test', revoked: null });
  });

  // Proves: key-of-other-environment
  it('is refused if it is missing, invented, far too long or of the other environment', async () => {
    const { issue, knows } = await setup();
    const { key } = await issue();
    for (const wrong of [undefined, '', `${key}0`, key.slice(0, -1), 'x'.repeat(100_000)])
      expect(await knows(wrong)).to.equal(false);
    expect(await knows(key, 'live')).to.equal(false);
  });

  it('is not looked up if it is longer than any key', async () => {
    const { keyHasher, clock, environment } = await setup();
    const keyLookup = { find: async () => ({ companyId: 'any', keyId: 'any' }) };
    const isKnown = async (length: number) =>
      (await authenticate({ keyLookup, keyHasher, clock, environment })('x'.repeat(length))).isOk();
    expect([await isKnown(200), await isKnown(201)]).to.deep.equal([true, false]);
  });

  it('can be one of several, be revoked by its id or prefix, and expire', async () => {
    const { issue, knows, clock, company: _, ...dependencies } = await setup();
    const [old, next, short] = [await issue(), await issue(), await issue({ expires: at('2026-01-15T10:00:00.000Z') })];
    const revoked = (await revokeKey({ ...dependencies, clock })({ key: old.apiKey.prefix })).unwrap();
    clock.moveTo(at('2026-01-15T10:00:00.000Z'));
    expect((await revokeKey({ ...dependencies, clock })({ key: old.apiKey.id })).unwrap()).to.deep.equal(revoked);
    expect([await knows(old.key), await knows(next.key), await knows(short.key)]).to.deep.equal([false, true, false]);
    expect((await revokeKey({ ...dependencies, clock })({ key: 'none' })).unwrapErr()).to.deep.equal({
      code: 'key_not_found',
    });
  });

  // Proves: several-keys
  it('is not issued with an expiry that has passed or is not an instant', async () => {
    const { company, ...dependencies } = await setup();
    const past = ['2020-01-01T00:00:00.000Z', dependencies.clock.now()].map((each) => [each, 'must be later than now']);
    const odd = ['tomorrow', ['2027-01-31T00:00:00Z'], 7].map((each) => [
      each,
      'must be an instant, such as 2027-01-31T00:00:00Z',
    ]);
    for (const [expires, message] of [...past, ...odd])
      expect(
        (await issueKey(dependencies)({ company: company.id, expires: expires as never })).unwrapErr(),
      ).to.deep.equal({ code: 'invalid_request', details: [{ field: 'expires', message }] });
    expect((await showCompany(dependencies)({ company: company.id })).unwrap().keys).to.deep.equal([]);
  });

  it('has a label of 1 to 100 characters', async () => {
    const { company, issue, ...dependencies } = await setup();
    for (const length of [1, 100])
      expect((await issue({ label: 'x'.repeat(length) })).apiKey.label).to.have.length(length);
    for (const length of [0, 101])
      expect(
        (await issueKey(dependencies)({ company: company.id, label: 'x'.repeat(length) })).unwrapErr().code,
      ).to.equal('invalid_request');
  });

  it('is not revoked by the beginning of its prefix, which may fit several keys', async () => {
    const { issue, knows, company: _, ...dependencies } = await setup();
    const { key, apiKey } = await issue();
    expect((await revokeKey(dependencies)({ key: apiKey.prefix.slice(0, -1) })).unwrapErr()).to.deep.equal({
      code: 'key_ambiguous',
    });
    expect(await knows(key)).to.equal(true);
  });

  it('cannot be revoked in the name of another company', async () => {
    const { issue, knows, company, ...dependencies } = await setup();
    const { key, apiKey } = await issue();
    const other = (await addCompany(dependencies)({ name: 'Courtage Comoé' })).unwrap();
    for (const typed of [apiKey.id, apiKey.prefix])
      expect((await revokeKey(dependencies)({ key: typed, companyId: other.id })).unwrapErr()).to.deep.equal({
        code: 'key_not_found',
      });
    expect(await knows(key)).to.equal(true);
    await revokeKey(dependencies)({ key: apiKey.id, companyId: company.id });
    expect(await knows(key)).to.equal(false);
  });
});
