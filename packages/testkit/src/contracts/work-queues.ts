import type { Payment, Problem, WorkQueue } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { SOME_MORNING } from '../builders/days.ts';
import { aFailedPayment, aPayment } from '../builders/payment.ts';
import { ROUTINE_PAYMENTS, URGENT_PAYMENTS } from '../builders/queues.ts';
import { NO_ANSWER } from '../builders/stored.ts';
import { atOnce, backingOff, dueAt, dueIn, idsOf, minutesOn, SOON, storeCases } from './store-bench.ts';

const REFUSED: Problem = { code: 'refund_refused' };

/** The queues of due work. Work at each outside system is claimed separately. */
export const workQueuesContract = storeCases('WorkQueues', {
  // Proves: provider-lanes
  'keep the payments of each provider apart, and urgent ones apart from others': async (store) => {
    const waiting = async (over: Partial<Payment>) => (await store.addPayment(aPayment(over))).id;
    const claimedFrom = async (queue: WorkQueue) => idsOf(await store.dueWork.claim(queue, SOON, 10));
    const routine = await waiting({ due: dueAt(SOME_MORNING) });
    const urgent = await waiting({ due: dueAt(SOME_MORNING), notified: SOME_MORNING });
    const elsewhere = await waiting({ due: dueAt(SOME_MORNING), provider: 'another' });
    const soon = await waiting({ due: dueAt(SOON), provider: 'a third' });
    const AT_ANOTHER = { ...ROUTINE_PAYMENTS, provider: 'another' } as const;
    const AT_A_THIRD = { ...ROUTINE_PAYMENTS, provider: 'a third' } as const;

    const due = [ROUTINE_PAYMENTS, URGENT_PAYMENTS, AT_ANOTHER];
    expect(await store.dueWork.queues(['payments', 'refunds'], SOME_MORNING)).to.have.deep.members(due);
    expect(await store.dueWork.queues(['payments'], SOON)).to.have.deep.members([...due, AT_A_THIRD]);
    expect(await store.dueWork.queues(['refunds', 'certificates'], SOON)).to.deep.equal([]);
    expect(await claimedFrom(URGENT_PAYMENTS)).to.deep.equal([urgent]);
    expect(await store.dueWork.queues(['payments'], SOME_MORNING)).to.have.deep.members([ROUTINE_PAYMENTS, AT_ANOTHER]);
    expect(await claimedFrom(AT_ANOTHER)).to.deep.equal([elsewhere]);
    expect(await claimedFrom(AT_A_THIRD)).to.deep.equal([soon]);
    expect(await claimedFrom(ROUTINE_PAYMENTS)).to.deep.equal([routine]);
    expect(await store.dueWork.queues(['payments'], SOON)).to.deep.equal([]);
  },

  'list all queues to each of several simultaneous callers': async (store) => {
    await store.addPayment(aPayment({ due: dueAt(SOME_MORNING) }));
    await store.addPayment(aPayment({ due: dueAt(SOME_MORNING), provider: 'another' }));
    const lists = await atOnce(4, () => store.dueWork.queues(['payments'], SOME_MORNING));
    for (const queues of lists)
      expect(queues).to.have.deep.members([ROUTINE_PAYMENTS, { ...ROUTINE_PAYMENTS, provider: 'another' }]);
  },

  'keep a payment urgent until its notification has been answered': async (store) => {
    const payment = await store.addPayment(aPayment({ due: dueAt(SOME_MORNING) }));
    const { id } = payment;
    const claimedFrom = async (queue: WorkQueue, now = SOON) => idsOf(await store.dueWork.claim(queue, now, 1));
    await store.changePayment(payment, { notified: SOME_MORNING });
    expect(await claimedFrom(URGENT_PAYMENTS, SOME_MORNING)).to.deep.equal([id]);
    await store.changePayment(payment, { due: dueAt(SOON) });
    await store.endLeases();
    expect(await store.dueWork.next('payments')).to.equal(SOON);
    expect(await claimedFrom(URGENT_PAYMENTS)).to.deep.equal([id]);
    await store.changePayment(payment, { notified: null });
    await store.endLeases();
    expect(await claimedFrom(URGENT_PAYMENTS)).to.deep.equal([]);
    expect(await claimedFrom(ROUTINE_PAYMENTS)).to.deep.equal([id]);
  },

  'show why attempts fail, even while the work waits for its next attempt': async (store) => {
    const waiting = await store.addPayment(aPayment({ due: backingOff(NO_ANSWER, minutesOn(-9)) }));
    await store.addPayment(aPayment({ due: { ...backingOff(REFUSED, minutesOn(-1)), at: minutesOn(-2) } }));
    await store.addPayment(aPayment({ due: { ...dueIn(), attempts: 1 }, notified: SOME_MORNING }));
    await store.addPayment(aPayment({ due: { ...dueIn(), attempts: 0 } }));
    await store.addPayment(aPayment({ due: { ...dueIn(), at: minutesOn(1) } }));
    const status = await store.statusOf('payments');
    expect(status?.stuck.map(({ attempts, lastError }) => ({ attempts, lastError }))).to.deep.equal([
      { attempts: 3, lastError: NO_ANSWER },
      { attempts: 3, lastError: REFUSED },
      { attempts: 1, lastError: null },
    ]);
    expect(status?.stuck[0]).to.include({ id: waiting.id, since: minutesOn(-9), nextTry: minutesOn(30) });
    const { payment, refund } = await store.addRefunded(aFailedPayment(), { due: backingOff(REFUSED) });
    expect((await store.statusOf('refunds'))?.stuck[0]).to.include({ id: refund.id, about: payment.id });
    expect(status).to.include({ due: 3, waiting: 2, oldest: minutesOn(-2) });
    expect(status).to.include({ failing: 2, oldestFailing: minutesOn(-9) });
  },
});
