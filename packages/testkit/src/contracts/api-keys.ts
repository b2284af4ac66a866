import { later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { anApiKey } from '../builders/company.ts';
import { at, SOME_MORNING } from '../builders/days.ts';
import { freshText } from '../builders/ids.ts';
import { expectEventually, oddIds } from './overlap.ts';
import { ENTRY, fails, SOON, storeCases } from './store-bench.ts';

/** The reads and writes of API keys, and the look-up of callers. */
export const apiKeysContract = storeCases('ApiKeys', {
  'returns API keys as they were stored, found by id and by prefix': async (store) => {
    const company = await store.addCompany();
    const plain = anApiKey({ companyId: company.id });
    const expires = at('2026-12-31T23:59:59.999Z');
    const rich = anApiKey({ companyId: company.id, label: 'caisse n° 2', expires, created: SOON });
    await store.unit(async ({ apiKeys }) => {
      await apiKeys.add(rich, ENTRY);
      await apiKeys.add(plain, ENTRY);
    });
    await store.unit(async ({ apiKeys }) => {
      expect(await apiKeys.find(plain.id)).to.deep.equal(plain);
      expect(await apiKeys.find(rich.prefix)).to.deep.equal(rich);
      expect(await apiKeys.find('vi_test_none')).to.equal(undefined);
      expect(await apiKeys.ofCompany(company.id)).to.deep.equal([plain, rich]);
      await apiKeys.save({ ...plain, revoked: SOME_MORNING }, ENTRY);
    });
    const revoked = await store.unit(({ apiKeys }) => apiKeys.find(plain.id));
    expect(revoked).to.deep.equal({ ...plain, revoked: SOME_MORNING });
  },

  'returns the keys of one company and environment that are not revoked, or are new': async (store) => {
    const [{ id: companyId }, other] = [await store.addCompany(), await store.addCompany()];
    const old = { companyId, created: SOME_MORNING };
    const keys = {
      active: anApiKey(old),
      expired: anApiKey({ ...old, expires: SOME_MORNING }),
      revokedButNew: anApiKey({ companyId, created: SOON, revoked: SOON }),
      revoked: anApiKey({ ...old, revoked: SOON }),
      live: anApiKey({ ...old, environment: 'live' }),
      another: anApiKey({ companyId: other.id }),
    };
    await store.unit(async ({ apiKeys }) => {
      for (const key of Object.values(keys)) await apiKeys.add(key, ENTRY);
    });
    const current = await store.unit(({ apiKeys }) => apiKeys.current(companyId, 'test', SOME_MORNING));
    expect(current).to.deep.equal([keys.active, keys.expired, keys.revokedButNew]);
  },

  'stores no second API key with the same hash or prefix': async (store) => {
    const { id: companyId } = await store.addCompany();
    const { hash, prefix } = await store.unit(async ({ apiKeys }) => {
      const key = anApiKey({ companyId });
      await apiKeys.add(key, ENTRY);
      return key;
    });
    for (const again of [anApiKey({ companyId, hash }), anApiKey({ companyId, prefix })]) {
      expect(await fails(store.unit(({ apiKeys }) => apiKeys.add(again, ENTRY)))).to.equal(true);
      expect(await store.unit(({ apiKeys }) => apiKeys.find(again.id))).to.equal(undefined);
    }
  },

  'finds the caller only by a key that is neither revoked nor expired, of a company that is enabled': async (store) => {
    const [{ id: companyId }, disabled] = [await store.addCompany({ enabled: true }), await store.addCompany()];
    const expired = later(SOME_MORNING, { milliseconds: 1 });
    const good = anApiKey({ companyId, expires: expired });
    const others = [
      anApiKey({ companyId, revoked: SOME_MORNING }),
      anApiKey({ companyId, expires: SOME_MORNING }),
      anApiKey({ companyId, environment: 'live' }),
      anApiKey({ companyId: disabled.id }),
    ];
    const find = (hash: string, now = SOME_MORNING) => store.keyLookup.find(hash, 'test', now);
    await store.unit(async ({ apiKeys }) => {
      for (const key of [good, ...others]) await apiKeys.add(key, ENTRY);
    });
    expect(await find(good.hash)).to.deep.equal({ companyId, keyId: good.id });
    for (const { hash } of others) expect(await find(hash)).to.equal(undefined);
    await expectEventually(() => find(good.hash, expired), undefined);
    expect(await find(freshText('0'))).to.equal(undefined);
    await store.unit(async ({ apiKeys }) => {
      await apiKeys.find(good.id);
      await apiKeys.save({ ...good, revoked: SOME_MORNING }, ENTRY);
    });
    await expectEventually(() => find(good.hash), undefined);
  },

  'shows every key of a company in an environment once, page by page, the latest first': async (store) => {
    const [{ id: companyId }, other] = [await store.addCompany(), await store.addCompany()];
    const own = Array.from({ length: 5 }, () => anApiKey({ companyId }));
    const others = [anApiKey({ companyId, environment: 'live' }), anApiKey({ companyId: other.id })];
    await store.unit(async ({ apiKeys }) => {
      for (const key of [...own, ...others]) await apiKeys.add(key, ENTRY);
    });
    const pages = await store.unit(({ apiKeys }) =>
      Promise.all([1, 2, 3, 4].map((page) => apiKeys.page(companyId, 'test', { page, limit: 2 }))),
    );
    expect(pages.map(({ data, ...page }) => [data.length, page])).to.deep.equal(
      [2, 2, 1, 0].map((length, at) => [length, { page: at + 1, limit: 2, total: 5 }]),
    );
    expect(pages.flatMap(({ data }) => data)).to.deep.equal(own.toReversed());
  },

  'finds no keys under an id that is not exactly in the stored form': async (store) => {
    const { id } = await store.addCompany();
    await store.unit(({ apiKeys }) => apiKeys.add(anApiKey({ companyId: id }), ENTRY));
    const request = { page: 1, limit: 20 };
    for (const odd of oddIds(id))
      await store.unit(async ({ apiKeys }) => {
        expect(await apiKeys.page(odd, 'test', request)).to.deep.equal({ ...request, data: [], total: 0 });
        expect(await apiKeys.current(odd, 'test', SOME_MORNING)).to.deep.equal([]);
      });
  },
});
