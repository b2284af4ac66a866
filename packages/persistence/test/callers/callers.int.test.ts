import { later } from '@vehicle-insurance/core';
import {
  aBookkeeping,
  aFailedPayment,
  anApiKey,
  AN_ENTRY,
  aPayment,
  aRefund,
  BY_A_TEST,
  inUnit,
  SOME_MORNING,
  storedCompany,
  storedPayment,
  storedQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { persistence, type Persistence } from '@vehicle-insurance/persistence';
import { testStore, type TestStore } from '../test-store.ts';

describe('data that processes share without a cache', () => {
  let test: TestStore;
  before(async () => {
    test = await testStore();
  });
  after(() => test.drop());

  // Proves: several-keys
  it('records the last use of a key, at most once a minute', async () => {
    const company = await storedCompany(test.store.unitOfWork);
    const key = anApiKey({ companyId: company.id });
    await inUnit(test.store.unitOfWork, ({ apiKeys }) => apiKeys.add(key, AN_ENTRY));
    const moments = [SOME_MORNING, later(SOME_MORNING, { seconds: 59 }), later(SOME_MORNING, { seconds: 61 })] as const;
    const noted: unknown[] = [];
    for (const now of moments) {
      // Each process has its own cache of found keys.
      const another = await persistence({ url: test.url, environment: 'sandbox', bookkeeping: aBookkeeping() });
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
  it('applies a pause of payments at once in every process', async () => {
    const another = await persistence({ url: test.url, environment: 'sandbox', bookkeeping: aBookkeeping() });
    const active = (store: Persistence) => inUnit(store.unitOfWork, ({ paymentPause }) => paymentPause.active());
    const entry = { at: SOME_MORNING, why: BY_A_TEST };
    for (const paused of [true, false, true, false]) {
      await inUnit(test.store.unitOfWork, ({ paymentPause }) =>
        paused ? paymentPause.pause(entry) : paymentPause.resume(entry),
      );
      expect([await active(test.store), await active(another)]).to.deep.equal([paused, paused]);
    }
    await another.close();
  });

  // Proves: payment-keeps-provider
  it('lists as in use the providers of payments still to be queried and of refunds still to be made', async () => {
    const { unitOfWork, providersInUse } = test.store;
    const { quote } = await storedQuote(unitOfWork);
    expect(await providersInUse()).to.deep.equal([]);

    const ENTRY = { at: quote.created, why: BY_A_TEST };
    const storeRefund = async (provider: string, status: 'due' | 'manual') => {
      const { companyId, id } = await storedPayment(unitOfWork, quote, aFailedPayment({ provider }));
      const due = status === 'due' ? { at: quote.created, attempts: 0 } : null;
      const refund = aRefund({ companyId, paymentId: id, provider, status, due });
      await inUnit(unitOfWork, ({ refunds }) => refunds.add(refund, ENTRY));
    };
    await storedPayment(unitOfWork, quote, aPayment({ provider: 'pending' }));
    await storedPayment(unitOfWork, quote, aFailedPayment({ provider: 'watched', due: aPayment().due }));
    await storedPayment(unitOfWork, quote, aFailedPayment({ provider: 'ended' }));
    await storeRefund('owing', 'due');
    await storeRefund('by hand', 'manual');
    expect(await providersInUse()).to.deep.equal(['owing', 'pending', 'watched']);
  });
});
