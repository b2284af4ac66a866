import { later } from '@vehicle-insurance/core';
import {
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
import type { Persistence } from '@vehicle-insurance/persistence';
import { openStore, storeForCases } from '../test-store.ts';

describe('processes that share data without a cache', () => {
  const test = storeForCases();

  // Proves: several-keys
  it('record the last use of a key at most once a minute', async () => {
    const company = await storedCompany(test.store.unitOfWork);
    const key = anApiKey({ companyId: company.id });
    await inUnit(test.store.unitOfWork, ({ apiKeys }) => apiKeys.add(key, AN_ENTRY));
    const moments = [SOME_MORNING, later(SOME_MORNING, { seconds: 59 }), later(SOME_MORNING, { seconds: 61 })] as const;
    const noted: unknown[] = [];
    for (const now of moments) {
      // Each process has its own cache of found keys.
      const another = await openStore({ url: test.url });
      const caller = { companyId: company.id, keyId: key.id };
      expect(await another.keyLookup.find(key.hash, 'test', now)).to.deep.equal(caller);
      await another.close();
      noted.push((await inUnit(test.store.unitOfWork, ({ apiKeys }) => apiKeys.find(key.id)))?.lastUsed);
    }
    expect(noted).to.deep.equal([moments[0], moments[0], moments[2]]);
  });

  // Proves: pausing-reaches-processes
  it('all see immediately that payments are paused or resumed', async () => {
    const another = await openStore({ url: test.url });
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
  it('list a provider as in use while it has a payment to query or a refund to make', async () => {
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
    const { due } = aPayment();
    for (const payment of [
      aPayment({ provider: 'pending' }),
      aFailedPayment({ provider: 'watched', due }),
      aFailedPayment({ provider: 'notified', due, notified: SOME_MORNING }),
      aFailedPayment({ provider: 'ended' }),
    ])
      await storedPayment(unitOfWork, quote, payment);
    await storeRefund('owing', 'due');
    await storeRefund('by hand', 'manual');
    expect(await providersInUse()).to.deep.equal(['notified', 'owing', 'pending', 'watched']);
  });
});
