import { issueOwnKey, later, revokeOwnKey, type Result } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { anApiKey } from '../builders/company.ts';
import { SOME_MORNING } from '../builders/days.ts';
import { freshId, freshIds } from '../builders/ids.ts';
import { clockAt } from '../fakes/clock.ts';
import { testKeyHasher } from '../fakes/key-hasher.ts';
import { ENTRY, type StoreBench } from './store-bench.ts';

/** Number of races, large enough for each side to win sometimes. */
export const ROUNDS = 4;

export const refusals = (answers: readonly Result<unknown, { readonly code: string }>[]): readonly string[] =>
  answers.flatMap((answer) => (answer.isErr() ? [answer.error.code] : []));

const dependenciesOn = (store: StoreBench) => ({
  ...{ ...store, clock: clockAt(SOME_MORNING), ids: freshIds(), keyHasher: testKeyHasher() },
  environment: 'test' as const,
});

/** A company with this number of keys, issued a day before `SOME_MORNING`. */
const companyWithKeys = async (store: StoreBench, count: number) => {
  const { id: companyId } = await store.addCompany({ enabled: true });
  const created = later(SOME_MORNING, { hours: -24 });
  const keys = Array.from({ length: count }, () => anApiKey({ companyId, created }));
  await store.unit(async ({ apiKeys }) => {
    for (const key of keys) await apiKeys.add(key, ENTRY);
  });
  return { companyId, keys: keys.map(({ id }) => id) as [string, string, ...string[]] };
};

const activeKeys = async (store: StoreBench, companyId: string) =>
  (await store.unit(({ apiKeys }) => apiKeys.ofCompany(companyId))).filter(({ revoked }) => revoked === null);

/** A company changes its own keys with several requests at once. */
export const KEY_RACES = {
  // Proves: last-key-stays
  'of a company’s last two keys, one of two concurrent revocations leaves one active': async (store: StoreBench) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { companyId, keys } = await companyWithKeys(store, 2);
      const [one, other] = keys;
      const revoke = (keyId: string, revokedId: string) =>
        revokeOwnKey(dependenciesOn(store))({ companyId, keyId, revokedId });
      const answers = await Promise.all([revoke(one, one), revoke(other, other)]);
      expect(refusals(answers)).to.deep.equal(['last_key']);
      expect(await activeKeys(store, companyId)).to.have.length(1);
    }
  },

  // Proves: twenty-keys
  'a company that issues keys concurrently gets no more than twenty': async (store: StoreBench) => {
    const { companyId, keys } = await companyWithKeys(store, 18);
    const command = { companyId, keyId: keys[0] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => issueOwnKey(dependenciesOn(store))(command)));
    expect(refusals(answers)).to.deep.equal(['too_many_keys', 'too_many_keys', 'too_many_keys']);
    expect(await activeKeys(store, companyId)).to.have.length(20);
  },

  'a key that is issued twice under one id is issued once, and shown once': async (store: StoreBench) => {
    const { companyId, keys } = await companyWithKeys(store, 1);
    const command = { companyId, keyId: keys[0], id: freshId() };
    const issued = await Promise.all(Array.from({ length: 3 }, () => issueOwnKey(dependenciesOn(store))(command)));
    const shown = issued.map((each) => each.unwrap());
    expect(shown.filter(({ key }) => key !== null)).to.have.length(1);
    for (const { apiKey } of shown) expect(apiKey).to.deep.equal(shown[0]?.apiKey);
    expect(await activeKeys(store, companyId)).to.have.length(2);
  },
};
