import {
  FAULTS,
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
import type { IssueKeyCommand } from '../../src/use-cases/company/issue-key.ts';
import { scenario } from '../scenario.ts';

const setup = async () => {
  const dependencies = { ...(await scenario()), keyHasher: testKeyHasher(), environment: 'test' as Environment };
  const add = addCompany(dependencies);
  const company = (await add({ name: '  Courtage Ébrié ' })).unwrap();
  const tryIssue = (over: Partial<IssueKeyCommand> = {}) => issueKey(dependencies)({ company: company.name, ...over });
  return {
    ...dependencies,
    company,
    add,
    set: setCompany(dependencies),
    enable: enableCompany(dependencies),
    show: async (named: string) => (await showCompany(dependencies)({ company: named })).unwrap(),
    tryIssue,
    issue: async (over: Partial<IssueKeyCommand> = {}) => (await tryIssue(over)).unwrap(),
    revoke: revokeKey(dependencies),
    knows: async (key: string | undefined, environment: Environment = 'test') =>
      (await authenticate({ ...dependencies, environment })(key)).isOk(),
  };
};

const UNKNOWN = { code: 'company_not_found' };
const NO_KEY = { code: 'key_not_found' };

describe('a company', () => {
  it('has a unique name', async () => {
    const { company, add } = await setup();
    expect(company).to.include({ name: 'Courtage Ébrié', enabled: true, intermediaryCode: null });
    expect((await add({ name: 'Courtage Ébrié' })).unwrapErr()).to.deep.equal({ code: 'company_name_taken' });
    expect((await add({ name: 'x' })).unwrapErr().code).to.equal('invalid_request');
  });

  it('is found by its id or name and is in the list of companies', async () => {
    const it = await setup();
    const { company } = it;
    for (const named of [company.id, company.name]) expect(await findCompany(it)(named)).to.deep.equal(company);
    expect(await findCompany(it)('Courtage')).to.equal(undefined);
    expect(await listCompanies(it)()).to.deep.include(company);
    expect((await showCompany(it)({ company: 'nobody' })).unwrapErr()).to.deep.equal(UNKNOWN);
  });

  // Proves: company-corrected
  it('can be corrected, but not to another company’s name, and its history keeps the previous values', async () => {
    const { company, add, set, show } = await setup();
    const other = (await add({ name: 'Courtage Comoé', intermediaryCode: 'X', office: 'Y' })).unwrap();
    const corrected = (await set({ company: other.name, name: 'Courtage Bandama', office: '', by: 'me' })).unwrap();
    expect(corrected).to.deep.equal({ ...other, name: 'Courtage Bandama', office: null });
    const shown = await show('Courtage Bandama');
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
    expect((await show(other.id)).history).to.deep.equal(shown.history);
    const refusals = [
      await set({ company: other.id, name: company.name }),
      await set({ company: 'nobody', office: 'Z' }),
      await set({ company: other.id, name: 'x' }),
    ];
    const codes = ['company_name_taken', 'company_not_found', 'invalid_request'];
    expect(refusals.map((refused) => refused.unwrapErr().code)).to.deep.equal(codes);
  });

  it('has facts that are no longer than its papers and the authority allow', async () => {
    const { company, set } = await setup();
    const most = {
      name: 150,
      intermediaryCode: 50,
      office: 50,
      legalForm: 200,
      address: 200,
      licence: 200,
      phone: 200,
    };
    for (const [fact, characters] of Object.entries(most)) {
      const setTo = (length: number) => set({ company: company.id, [fact]: 'x'.repeat(length) });
      expect((await setTo(characters)).isOk(), fact).to.equal(true);
      expect((await setTo(characters + 1)).unwrapErr().code, fact).to.equal('invalid_request');
    }
    expect((await set({ company: company.id, name: 'xy' })).isOk()).to.equal(true);
  });

  it('can be disabled and enabled again by its id or name', async () => {
    const { company, issue, knows, enable } = await setup();
    const { key } = await issue();
    expect(await knows(key)).to.equal(true);
    await enable({ company: company.id, enabled: false });
    expect(await knows(key)).to.equal(false);
    await enable({ company: company.name, enabled: true });
    expect(await knows(key)).to.equal(true);
    expect((await enable({ company: 'nobody', enabled: true })).unwrapErr()).to.deep.equal(UNKNOWN);
  });
});

describe('the history of a company', () => {
  it('lists each change of the company and its keys with its author; a command that changes nothing adds no line', async () => {
    const { company, clock, add, show, enable, issue, revoke } = await setup();
    const by = 'operator';
    const began = clock.now();
    const { apiKey } = await issue({ by });
    clock.advance({ hours: 1 });
    const then = clock.now();
    for (const enabled of [false, false, true]) await enable({ company: company.id, enabled, by });
    for (let times = 0; times < 2; times += 1) await revoke({ key: apiKey.id, by });
    const { keys, history } = await show(company.name);
    expect(keys.map(({ id }) => id)).to.deep.equal([apiKey.id]);
    const lines = history.map(({ what, from, to, why, at: when, by: who }) => [what, from, to, why.code, when, who]);
    expect(lines).to.deep.equal([
      ['company', null, 'enabled', 'company_added', began, undefined],
      ['key', null, 'active', 'key_issued', began, by],
      ['company', 'enabled', 'disabled', 'company_disabled', then, by],
      ['company', 'disabled', 'enabled', 'company_enabled', then, by],
      ['key', 'active', 'revoked', 'key_revoked', then, by],
    ]);
    const other = (await add({ name: 'Courtage Comoé', by })).unwrap();
    const [first] = (await show(other.id)).history;
    expect(first).to.deep.include({ why: { code: 'company_added' }, at: then, by });
  });
});

describe('an API key', () => {
  // Proves: key-shown-once
  it('identifies the caller and is stored only as a hash', async () => {
    const it = await setup();
    const { key, apiKey } = await it.issue({ label: 'caisse' });
    expect((await authenticate(it)(key)).unwrap()).to.deep.equal({ companyId: it.company.id, keyId: apiKey.id });
    const { keys } = await it.show(it.company.id);
    expect(keys).to.deep.equal([apiKey]);
    expect(JSON.stringify(keys)).to.not.contain(key);
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
    const it = await setup();
    const keyLookup = { find: async () => ({ companyId: 'any', keyId: 'any' }) };
    const isKnown = async (length: number) => (await authenticate({ ...it, keyLookup })('x'.repeat(length))).isOk();
    expect([await isKnown(200), await isKnown(201)]).to.deep.equal([true, false]);
  });

  it('can be one of several, be revoked by its id or prefix, and expire', async () => {
    const { issue, knows, clock, revoke } = await setup();
    const [old, next, short] = [await issue(), await issue(), await issue({ expires: at('2026-01-15T10:00:00.000Z') })];
    const revoked = (await revoke({ key: old.apiKey.prefix })).unwrap();
    clock.moveTo(at('2026-01-15T10:00:00.000Z'));
    expect((await revoke({ key: old.apiKey.id })).unwrap()).to.deep.equal(revoked);
    expect([await knows(old.key), await knows(next.key), await knows(short.key)]).to.deep.equal([false, true, false]);
    expect((await revoke({ key: 'none' })).unwrapErr()).to.deep.equal(NO_KEY);
  });

  // Proves: several-keys
  it('is not issued with an expiry that has passed or is not an instant', async () => {
    const { company, clock, tryIssue, show } = await setup();
    const past = ['2020-01-01T00:00:00.000Z', clock.now()].map((each) => [each, FAULTS.laterThanNow]);
    const shape = FAULTS.instant;
    const odd = ['tomorrow', ['2027-01-31T00:00:00Z'], 7].map((each) => [each, shape]);
    for (const [expires, message] of [...past, ...odd]) {
      const refusal = (await tryIssue({ expires: expires as never })).unwrapErr();
      expect(refusal).to.deep.equal({ code: 'invalid_request', details: [{ field: 'expires', message }] });
    }
    expect((await show(company.id)).keys).to.deep.equal([]);
  });

  it('has a label of 1 to 100 characters', async () => {
    const { issue, tryIssue } = await setup();
    for (const length of [1, 100])
      expect((await issue({ label: 'x'.repeat(length) })).apiKey.label).to.have.length(length);
    for (const length of [0, 101])
      expect((await tryIssue({ label: 'x'.repeat(length) })).unwrapErr().code).to.equal('invalid_request');
  });

  it('is not revoked by the beginning of its prefix, which several keys may share', async () => {
    const { issue, knows, revoke } = await setup();
    const { key, apiKey } = await issue();
    expect((await revoke({ key: apiKey.prefix.slice(0, -1) })).unwrapErr()).to.deep.equal({ code: 'key_ambiguous' });
    expect(await knows(key)).to.equal(true);
  });

  it('cannot be revoked in the name of another company', async () => {
    const { issue, knows, company, add, revoke } = await setup();
    const { key, apiKey } = await issue();
    const other = (await add({ name: 'Courtage Comoé' })).unwrap();
    for (const typed of [apiKey.id, apiKey.prefix])
      expect((await revoke({ key: typed, companyId: other.id })).unwrapErr()).to.deep.equal(NO_KEY);
    expect(await knows(key)).to.equal(true);
    await revoke({ key: apiKey.id, companyId: company.id });
    expect(await knows(key)).to.equal(false);
  });
});
