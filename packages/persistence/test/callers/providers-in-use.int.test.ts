import { aFailedPayment, aPayment, aRefund, inUnit, storedPayment, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { testStore, type TestStore } from '../test-store.ts';

describe('providers in use', () => {
  let test: TestStore;
  before(async () => {
    test = await testStore();
  });
  after(() => test.drop());

  // Proves: payment-keeps-provider
  it('are those of payments that are still asked about, and of refunds they still have to make', async () => {
    const { unitOfWork } = test.store;
    const { quote } = await storedQuote(unitOfWork);
    expect(await test.store.providersInUse()).to.deep.equal([]);

    const ENTRY = { at: quote.created, why: 'put there by a test' };
    const owed = async (provider: string, status: 'due' | 'manual') => {
      const { companyId, id } = await storedPayment(unitOfWork, quote, aFailedPayment({ provider }));
      const due = status === 'due' ? { at: quote.created, attempts: 0 } : null;
      const refund = aRefund({ companyId, paymentId: id, provider, status, due });
      await inUnit(unitOfWork, ({ refunds }) => refunds.add(refund, ENTRY));
    };
    await storedPayment(unitOfWork, quote, aPayment({ provider: 'pending' }));
    await storedPayment(unitOfWork, quote, aFailedPayment({ provider: 'watched', due: aPayment().due }));
    await storedPayment(unitOfWork, quote, aFailedPayment({ provider: 'ended' }));
    await owed('owing', 'due');
    await owed('by hand', 'manual');
    expect(await test.store.providersInUse()).to.deep.equal(['owing', 'pending', 'watched']);
  });
});
