import { Err, later, type WorkItem, type WorkQueue } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aNotification, aPayment, aRefund } from '../builders/payment.ts';
import { aPendingUpload } from '../builders/pending-upload.ts';
import { REFUNDS, ROUTINE_PAYMENTS } from '../builders/queues.ts';
import { gate } from './overlap.ts';
import { dueAt, ENTRY, SOON, storeCases, type StoreBench } from './store-bench.ts';

/** A due payment, as a work item. */
const aPiece = async (store: StoreBench): Promise<WorkItem> => {
  const { companyId, id } = await store.addPayment(aPayment({ due: dueAt(SOME_MORNING) }));
  return { kind: 'payments', companyId, id };
};

/** Margin in seconds around the end of a lease, because a test needs time too. */
const MARGIN = 20;

/** The seconds for which a claim leases each kind of work. */
const LEASED_FOR: readonly (readonly [WorkQueue, number])[] = [
  [ROUTINE_PAYMENTS, 60],
  [REFUNDS, 60],
  [{ kind: 'notifications' }, 60],
  [{ kind: 'statements' }, 600],
  [{ kind: 'certificates' }, 150],
  [{ kind: 'documents' }, 60],
  [{ kind: 'pending_uploads' }, 60],
];

/**
 * Leases inside units of work. The cases check which worker has the lease, by which clock the lease runs, and how long
 * no other worker can claim the work.
 */
export const leasesContract = storeCases('Leases', {
  'are checked against the current time, not against the start of the unit of work': async (store) => {
    const piece = await aPiece(store);
    const held = await store.unit(async ({ companies, leases }) => {
      await companies.find(piece.companyId);
      // This lease ends at once, but only after the outer unit of work has begun.
      const over = await store.unit((other) => other.leases.take(piece, 0));
      return over && (await leases.holds(over));
    });
    expect(held).to.equal(false);
  },

  // Proves: leases-in-real-time
  'end in real time, even if business time moves by more than a year': async (store) => {
    const piece = await aPiece(store);
    const taken = await store.unit(({ leases }) => leases.take(piece, 30));
    const nextYear = later(SOME_MORNING, { hours: 24 * 400 });
    expect(await store.dueWork.claim(ROUTINE_PAYMENTS, nextYear, 100)).to.deep.equal([]);
    expect(taken && (await store.unit(({ leases }) => leases.holds(taken)))).to.equal(true);
  },

  'end when their time is over, and not before': async (store) => {
    const piece = await aPiece(store);
    const claim = await store.unit(({ leases }) => leases.take(piece, 600));
    const isHeld = () => store.unit(async ({ leases }) => claim && (await leases.holds(claim)));
    const isTakenAnew = () => store.unit(async ({ leases }) => (await leases.take(piece, 600)) !== undefined);
    await store.passRealTime(540);
    expect([await isHeld(), await isTakenAnew()]).to.deep.equal([true, false]);
    await store.passRealTime(120);
    expect([await isHeld(), await isTakenAnew()]).to.deep.equal([false, true]);
  },

  'last the seconds set for the kind of the claimed piece, and no longer': async (store) => {
    const { companyId, id: paymentId } = await aPiece(store);
    await store.unit(async ({ refunds, notifications, pendingUploads }) => {
      await refunds.add(aRefund({ companyId, paymentId }), ENTRY);
      await notifications.add(aNotification({ due: dueAt(SOME_MORNING) }));
      await pendingUploads.add(aPendingUpload({ companyId, due: dueAt(SOME_MORNING) }));
    });
    await store.addContract({ contract: { documentsDue: dueAt(SOME_MORNING) } });
    await store.statements.plan({
      ...{ id: freshId(), provider: 'fake', day: day('2026-01-14') },
      ...{ read: null, due: dueAt(SOME_MORNING) },
    });
    for (const [queue, seconds] of LEASED_FOR) {
      const countClaimed = async () => (await store.dueWork.claim(queue, SOME_MORNING, 10)).length;
      expect(await countClaimed(), queue.kind).to.equal(1);
      await store.passRealTime(seconds - MARGIN);
      expect(await countClaimed(), `${queue.kind}, before the end`).to.equal(0);
      await store.passRealTime(2 * MARGIN);
      expect(await countClaimed(), `${queue.kind}, after the end`).to.equal(1);
    }
  },

  'stay with their holder until the unit of work that checked them has ended': async (store) => {
    const piece = await aPiece(store);
    const claim = await store.unit(({ leases }) => leases.take(piece, 3_600));
    const done: string[] = [];
    const [found, mayEnd] = [gate(), gate()];
    const deciding = store.unit(async ({ leases, payments }) => {
      const holds = claim && (await leases.holds(claim));
      found.open();
      await mayEnd.passed;
      const payment = await payments.find(piece.companyId, piece.id);
      if (payment) await payments.save({ ...payment, due: dueAt(SOON) }, ENTRY);
      done.push('decided');
      return holds;
    });
    await found.passed;
    const revoking = store.unit(({ leases }) => leases.revoke(piece)).then(() => done.push('revoked'));
    await store.meanwhile();
    mayEnd.open();
    expect(await deciding).to.equal(true);
    await revoking;
    expect(done).to.deep.equal(['decided', 'revoked']);
  },

  'are taken and revoked only within their own company': async (store) => {
    const piece = await aPiece(store);
    const elsewhere = { ...piece, companyId: (await store.addCompany()).id };
    expect(await store.unit(({ leases }) => leases.take(elsewhere, 30))).to.equal(undefined);
    const claim = await store.unit(({ leases }) => leases.take(piece, 30));
    await store.unit(({ leases }) => leases.revoke(elsewhere));
    expect(claim && (await store.unit(({ leases }) => leases.holds(claim)))).to.equal(true);
    if (claim) await store.dueWork.release({ ...claim, companyId: elsewhere.companyId });
    expect(await store.dueWork.claim(ROUTINE_PAYMENTS, SOON, 1)).to.deep.equal([]);
  },

  'are held only under their own token': async (store) => {
    const claim = await store.unit(async ({ leases }) => leases.take(await aPiece(store), 30));
    const forged = claim && { ...claim, lease: freshId() };
    expect(forged && (await store.unit(({ leases }) => leases.holds(forged)))).to.equal(false);
  },

  'let their holder save the piece, even if it was read before the lease was taken': async (store) => {
    const piece = await aPiece(store);
    await store.unit(async ({ leases, payments }) => {
      const before = await payments.find(piece.companyId, piece.id);
      await leases.take(piece, 30);
      if (before) await payments.save({ ...before, due: { at: SOON, attempts: 1 } }, ENTRY);
    });
    expect((await store.findPayment(piece))?.due).to.deep.equal({ at: SOON, attempts: 1 });
  },

  'do not let their holder overwrite a change that another unit made after it read the piece': async (store) => {
    const piece = await aPiece(store);
    let runs = 0;
    await store.unit(async ({ leases, payments }) => {
      const before = await payments.find(piece.companyId, piece.id);
      if ((runs += 1) === 1) await store.changePayment(piece, { processingSeen: true });
      await leases.take(piece, 30);
      if (before) await payments.save({ ...before, lastUnpaid: SOON }, ENTRY);
    });
    expect(runs).to.equal(2);
    expect(await store.findPayment(piece)).to.include({ processingSeen: true, lastUnpaid: SOON });
  },

  'do not block the deletion of other finished pieces': async (store) => {
    const [busy, finished] = [aNotification({ due: null }), aNotification({ due: null, reference: 'another' })];
    await store.unit(async ({ notifications }) => {
      for (const each of [busy, finished]) await notifications.add(each);
    });
    const [took, mayEnd] = [gate(), gate()];
    const deciding = store.unitOfWork.run(async ({ leases }) => {
      await leases.take({ kind: 'notifications', companyId: '', id: busy.id }, 30);
      took.open();
      await mayEnd.passed;
      return Err('nothing of this is kept');
    });
    await took.passed;
    expect(await store.dueWork.forget('notifications', 10).finally(mayEnd.open)).to.equal(1);
    await deciding;
    expect(await store.dueWork.forget('notifications', 10)).to.equal(1);
    expect(await store.dueWork.next('notifications')).to.equal(undefined);
  },

  'count as a change of the piece, so that a unit of work that has already read it starts again': async (store) => {
    const piece = await aPiece(store);
    let runs = 0;
    await store.unit(async ({ payments }) => {
      runs += 1;
      const payment = await payments.find(piece.companyId, piece.id);
      if (runs === 1) await store.dueWork.claim(ROUTINE_PAYMENTS, later(SOME_MORNING, { hours: 1 }), 1);
      if (payment) await payments.save({ ...payment, processingSeen: true }, ENTRY);
    });
    expect(runs).to.equal(2);
    expect((await store.findPayment(piece))?.due).to.deep.equal({ at: SOME_MORNING, attempts: 1 });
  },
});
