import { later, type Claim, type Payment } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { SOME_MORNING } from '../builders/days.ts';
import { aPayment } from '../builders/payment.ts';
import { ROUTINE_PAYMENTS, URGENT_PAYMENTS } from '../builders/queues.ts';
import { inUnit, storedPayment, storedQuote } from '../builders/stored.ts';
import { portContract } from './port-contract.ts';
import type { StoreSubject } from './store.ts';

const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };
const SOON = later(SOME_MORNING, { minutes: 1 });

const dueAt = (at: typeof SOON) => ({ at, attempts: 0 });

const ids = (claims: readonly Claim[]): readonly string[] => claims.map(({ id }) => id);

/** The queues due work waits in: what waits for one outside system is had without what waits for another. */
export const workQueuesContract = portContract<StoreSubject>('WorkQueues', {
  'keeps what waits at one provider apart from what waits at another, and what is urgent from what is not': async (
    subject,
  ) => {
    const { unitOfWork, dueWork } = subject;
    const waiting = async (over: Partial<Payment>): Promise<string> => {
      const { quote } = await storedQuote(unitOfWork);
      return (await storedPayment(unitOfWork, quote, aPayment(over))).id;
    };
    const routine = await waiting({ due: dueAt(SOME_MORNING) });
    const urgent = await waiting({ due: dueAt(SOME_MORNING), notified: SOME_MORNING });
    const elsewhere = await waiting({ due: dueAt(SOME_MORNING), provider: 'another' });
    const soon = await waiting({ due: dueAt(SOON), provider: 'a third' });
    const AT_ANOTHER = { ...ROUTINE_PAYMENTS, provider: 'another' } as const;
    const AT_A_THIRD = { ...ROUTINE_PAYMENTS, provider: 'a third' } as const;

    const due = [ROUTINE_PAYMENTS, URGENT_PAYMENTS, AT_ANOTHER];
    expect(await dueWork.queues(['payments', 'refunds'], SOME_MORNING)).to.have.deep.members(due);
    expect(await dueWork.queues(['payments'], SOON)).to.have.deep.members([...due, AT_A_THIRD]);
    expect(await dueWork.queues(['refunds', 'certificates'], SOON)).to.deep.equal([]);
    expect(ids(await dueWork.claim(URGENT_PAYMENTS, SOON, 10))).to.deep.equal([urgent]);
    expect(await dueWork.queues(['payments'], SOME_MORNING)).to.have.deep.members([ROUTINE_PAYMENTS, AT_ANOTHER]);
    expect(ids(await dueWork.claim(AT_ANOTHER, SOON, 10))).to.deep.equal([elsewhere]);
    expect(ids(await dueWork.claim(AT_A_THIRD, SOON, 10))).to.deep.equal([soon]);
    expect(ids(await dueWork.claim(ROUTINE_PAYMENTS, SOON, 10))).to.deep.equal([routine]);
    expect(await dueWork.queues(['payments'], SOON)).to.deep.equal([]);
  },

  'keeps a payment urgent until its notification has been answered': async (subject) => {
    const { unitOfWork, dueWork } = subject;
    const { quote } = await storedQuote(unitOfWork);
    const { companyId, id } = await storedPayment(unitOfWork, quote, aPayment({ due: dueAt(SOME_MORNING) }));
    const change = (over: Partial<Payment>) =>
      inUnit(unitOfWork, async ({ payments }) => {
        const found = await payments.find(companyId, id);
        if (found) await payments.save({ ...found, ...over }, NOTE);
      });
    await change({ notified: SOME_MORNING });
    expect(ids(await dueWork.claim(URGENT_PAYMENTS, SOME_MORNING, 1))).to.deep.equal([id]);
    await change({ due: dueAt(SOON) });
    await subject.endLeases();
    expect(await dueWork.next('payments')).to.equal(SOON);
    expect(ids(await dueWork.claim(URGENT_PAYMENTS, SOON, 1))).to.deep.equal([id]);
    await change({ notified: null });
    await subject.endLeases();
    expect(await dueWork.claim(URGENT_PAYMENTS, SOON, 1)).to.deep.equal([]);
    expect(ids(await dueWork.claim(ROUTINE_PAYMENTS, SOON, 1))).to.deep.equal([id]);
  },
});
