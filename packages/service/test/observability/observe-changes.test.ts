import { Err, failPayment, instantAt, Ok, type Transaction, type UnitOfWork } from '@vehicle-insurance/core';
import { aPayment, inUnit, memoryStore, storedQuote, BY_A_TEST } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { observeChanges, type Change } from '../../src/observability/observe-changes.ts';

const NOW = instantAt(Date.parse('2026-03-02T10:00:00Z'));
const ENTRY = { at: NOW, why: BY_A_TEST };

describe('what is counted of a unit of work', () => {
  let unitOfWork: UnitOfWork;
  let told: Change[];
  let payment: ReturnType<typeof aPayment>;

  const outcomes = () => told.map(({ outcome }) => outcome);
  const fail = () => failPayment(payment, 'declined', NOW, { reconcile: true }).unwrap();
  const failWithin = async ({ payments }: Pick<Transaction, 'payments'>) => {
    await payments.find(payment.companyId, payment.id);
    return payments.save(fail(), ENTRY);
  };

  beforeEach(async () => {
    told = [];
    ({ unitOfWork } = memoryStore());
    const { quote } = await storedQuote(unitOfWork);
    payment = aPayment({ companyId: quote.companyId, quoteId: quote.id });
    unitOfWork = observeChanges(unitOfWork, (change) => told.push(change));
    await inUnit(unitOfWork, ({ payments }) => payments.add(payment, ENTRY));
  });

  it('is every state a payment enters, with the reason why it failed', async () => {
    await inUnit(unitOfWork, failWithin);
    expect(told).to.deep.equal([
      { what: 'payment', provider: payment.provider, outcome: payment.status, reason: '' },
      { what: 'payment', provider: payment.provider, outcome: 'failed', reason: 'declined' },
    ]);
  });

  it('is the same for a transaction that another observer has copied', async () => {
    await inUnit(unitOfWork, async (tx) => {
      const { payments, quotes } = { ...tx };
      expect(await quotes.find(payment.companyId, payment.quoteId)).to.have.property('id', payment.quoteId);
      await failWithin({ payments });
    });
    expect(outcomes()).to.deep.equal([payment.status, 'failed']);
  });

  it('is nothing that leaves the state as it was, however it was found', async () => {
    await inUnit(unitOfWork, async ({ payments }) => {
      await payments.live(payment.companyId, payment.quoteId);
      await payments.save({ ...payment, processingSeen: true }, ENTRY);
    });
    expect(outcomes()).to.deep.equal([payment.status]);
  });

  it('is nothing that was not kept', async () => {
    await unitOfWork.run<void, 'no'>(async (tx) => {
      await failWithin(tx);
      return Err('no');
    });
    expect(outcomes()).to.deep.equal([payment.status]);
  });

  it('fails nothing that is done when its observer fails', async () => {
    const observed = observeChanges(unitOfWork, () => {
      throw new Error('counting failed');
    });
    await inUnit(observed, failWithin);
    const kept = await inUnit(unitOfWork, ({ payments }) => payments.find(payment.companyId, payment.id));
    expect(kept?.status).to.equal('failed');
  });

  // Proves: metrics
  it('is reported once, however often the work is retried', async () => {
    const begunTwice: UnitOfWork = {
      run: async (work) => {
        await unitOfWork.run<void, 'again'>(async (tx) => {
          await work(tx);
          return Err('again');
        });
        return unitOfWork.run(work);
      },
    };
    const counted: Change[] = [];
    const observed = observeChanges(begunTwice, (change) => counted.push(change));
    await observed.run(async (tx) => Ok(await failWithin(tx)));
    expect(counted.map(({ outcome }) => outcome)).to.deep.equal(['failed']);
  });
});
