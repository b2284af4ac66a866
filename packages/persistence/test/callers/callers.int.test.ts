import { later } from '@vehicle-insurance/core';
import { anApiKey, inUnit, SOME_MORNING, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { persistence, type Persistence } from '@vehicle-insurance/persistence';
import { testStore, type TestStore } from '../test-store.ts';

describe('keyLookup', () => {
  let test: TestStore;
  before(async () => {
    test = await testStore();
  });
  after(() => test.drop());

  // Proves: several-keys
  it('leave a note of when their key was last used, at most once a minute', async () => {
    const company = await storedCompany(test.store.unitOfWork);
    const key = anApiKey({ companyId: company.id });
    await inUnit(test.store.unitOfWork, ({ apiKeys }) => apiKeys.add(key));
    const moments = [SOME_MORNING, later(SOME_MORNING, { seconds: 59 }), later(SOME_MORNING, { minutes: 5 })] as const;
    const noted: unknown[] = [];
    for (const now of moments) {
      // Each process has its own cache of found keys.
      const another = await persistence({ url: test.url, environment: 'sandbox' });
      expect(await another.keyLookup.find(key.hash, 'test', now)).to.deep.equal({
        companyId: company.id,
        keyId: key.id,
      });
      await another.close();
      noted.push((await inUnit(test.store.unitOfWork, ({ apiKeys }) => apiKeys.find(key.id)))?.lastUsed);
    }
    expect(noted).to.deep.equal([moments[0], moments[0], moments[2]]);
  });

  // Proves: pausing-reaches-processes
  it('learn of a pause of payments at once, whichever process they ask: it is read anew for each', async () => {
    const another = await persistence({ url: test.url, environment: 'sandbox' });
    const active = (store: Persistence) => inUnit(store.unitOfWork, ({ paymentPause }) => paymentPause.active());
    const entry = { at: SOME_MORNING, why: 'maintenance' };
    for (const paused of [true, false, true, false]) {
      await inUnit(test.store.unitOfWork, ({ paymentPause }) =>
        paused ? paymentPause.pause(entry) : paymentPause.resume(entry),
      );
      expect([await active(test.store), await active(another)]).to.deep.equal([paused, paused]);
    }
    await another.close();
  });

  it('are refused by a key that expires while it is remembered', async () => {
    const company = await storedCompany(test.store.unitOfWork);
    const expires = later(SOME_MORNING, { seconds: 1 });
    const key = anApiKey({ companyId: company.id, expires });
    await inUnit(test.store.unitOfWork, ({ apiKeys }) => apiKeys.add(key));
    expect(await test.store.keyLookup.find(key.hash, 'test', SOME_MORNING)).to.include({ keyId: key.id });
    expect(await test.store.keyLookup.find(key.hash, 'test', expires)).to.equal(undefined);
  });
});
