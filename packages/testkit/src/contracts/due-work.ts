import { later, WORK_KINDS, type Claim, type Instant, type Payment, type WorkQueue } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { SOME_MORNING } from '../builders/days.ts';
import { aPendingUpload } from '../builders/pending-upload.ts';
import { aFailedPayment, aNotification, aPayment, aRefund } from '../builders/payment.ts';
import { REFUNDS, ROUTINE_PAYMENTS } from '../builders/queues.ts';
import { gate } from './overlap.ts';
import { atOnce, dueAt, ENTRY, fails, idsOf, SOON, storeCases, type StoreBench } from './store-bench.ts';

const aDuePayment = (store: StoreBench, at: Instant = SOME_MORNING): Promise<Payment> =>
  store.addPayment(aPayment({ due: dueAt(at) }));

const workOn = ({ companyId, id }: Payment) => ({ kind: 'payments', companyId, id }) as const;

/** Claims payments that are due at `now`, by default a single payment. */
const claim = ({ dueWork }: StoreBench, limit = 1, now = SOME_MORNING): Promise<readonly Claim[]> =>
  dueWork.claim(ROUTINE_PAYMENTS, now, limit);

const claimedIds = async (...args: Parameters<typeof claim>): Promise<readonly string[]> => idsOf(await claim(...args));

const claimOne = async (store: StoreBench): Promise<Claim> => {
  const [claimed] = await claim(store);
  if (!claimed) throw new Error('the piece was not claimed');
  return claimed;
};

/** Due work and its leases. No two workers hold the same work at once, and no due work is lost. */
export const dueWorkContract = storeCases('DueWork', {
  'claims work that is due, and not work that is due later': async (store) => {
    const now = await aDuePayment(store);
    const soon = await aDuePayment(store, SOON);
    expect(await claim(store, 10, later(SOME_MORNING, { milliseconds: -1 }))).to.deep.equal([]);
    const [first, ...more] = await claim(store, 10);
    expect(first).to.deep.include({ ...workOn(now), attempt: 1 });
    expect(more).to.deep.equal([]);
    expect(await claimedIds(store, 10, SOON)).to.deep.equal([soon.id]);
  },

  'claims the oldest work first, up to the limit': async (store) => {
    const late = await aDuePayment(store, SOON);
    const early = await aDuePayment(store);
    expect(await claimedIds(store, 1, SOON)).to.deep.equal([early.id]);
    expect(await claimedIds(store, 1, SOON)).to.deep.equal([late.id]);
    expect(await claim(store, 1, SOON)).to.deep.equal([]);
  },

  // Proves: due-work-read-from-state
  'finds every kind of due work in the stored state of its payment, contract or other object': async (store) => {
    const { quote } = await store.addQuote();
    const payment = await store.addPayment(aFailedPayment({ due: dueAt(SOME_MORNING) }), quote);
    const refund = aRefund({ companyId: quote.companyId, paymentId: payment.id });
    const notification = aNotification({ due: dueAt(SOME_MORNING) });
    const pending = aPendingUpload({ companyId: quote.companyId, due: dueAt(SOME_MORNING) });
    await store.unit(async ({ refunds, notifications, pendingUploads }) => {
      await refunds.add(refund, ENTRY);
      await notifications.add(notification);
      await pendingUploads.add(pending);
    });
    const { contract } = await store.addContract({ contract: { documentsDue: dueAt(SOME_MORNING) } });
    const expected: readonly (readonly [WorkQueue, string])[] = [
      [ROUTINE_PAYMENTS, payment.id],
      [REFUNDS, refund.id],
      [{ kind: 'notifications' }, notification.id],
      [{ kind: 'certificates' }, contract.id],
      [{ kind: 'documents' }, contract.id],
      [{ kind: 'pending_uploads' }, pending.id],
    ];
    expect(await store.dueWork.queues(WORK_KINDS, SOME_MORNING)).to.have.deep.members(expected.map(([queue]) => queue));
    const claims: Claim[] = [];
    for (const [queue, id] of expected) {
      claims.push(...(await store.dueWork.claim(queue, SOME_MORNING, 10)));
      expect(claims.at(-1)?.id, queue.kind).to.equal(id);
      expect(await store.dueWork.claim(queue, SOME_MORNING, 10), queue.kind).to.deep.equal([]);
    }
    expect(claims).to.have.length(expected.length);
    expect(await store.dueWork.queues(WORK_KINDS, SOME_MORNING)).to.deep.equal([]);
    // A slow worker of any kind has lost its lease. The slow worker cannot release work that another worker has
    // claimed.
    await store.endLeases();
    for (const [at, [queue]] of expected.entries()) {
      const slow = claims[at]!;
      const [fast] = await store.dueWork.claim(queue, SOME_MORNING, 10);
      const held = await store.unit(async ({ leases }) => [
        await leases.holds(slow),
        fast && (await leases.holds(fast)),
      ]);
      expect(held, queue.kind).to.deep.equal([false, true]);
      await store.dueWork.release(slow);
      expect(await store.dueWork.claim(queue, SOME_MORNING, 10), queue.kind).to.deep.equal([]);
    }
  },

  'gives each piece to one of many concurrent callers': async (store) => {
    for (let n = 0; n < 6; n += 1) await aDuePayment(store);
    const claimed = (await atOnce(5, () => claimedIds(store, 3))).flat();
    expect(claimed).to.have.length(6);
    expect(new Set(claimed).size).to.equal(6);
  },

  'counts an attempt when the piece is claimed, not when the attempt ends': async (store) => {
    const payment = await aDuePayment(store);
    await claim(store);
    await store.endLeases();
    expect((await claimOne(store)).attempt).to.equal(2);
    expect((await store.findPayment(payment))?.due).to.deep.equal({ at: SOME_MORNING, attempts: 2 });
  },

  'lets a released piece be claimed again': async (store) => {
    const { id } = await aDuePayment(store);
    for (const attempt of [1, 2]) {
      const claimed = await claimOne(store);
      expect(claimed).to.include({ id, attempt });
      await store.dueWork.release(claimed);
    }
  },

  'does not let a slow worker release a piece that another worker has claimed in the meantime': async (store) => {
    await aDuePayment(store);
    const slow = await claimOne(store);
    await store.endLeases();
    const fast = await claimOne(store);
    await store.dueWork.release(slow);
    expect(await claim(store)).to.deep.equal([]);
    expect(await store.unit(({ leases }) => leases.holds(slow))).to.equal(false);
    expect(await store.unit(({ leases }) => leases.holds(fast))).to.equal(true);
  },

  'gives a lease to only one unit of work, and lets no worker claim the piece during the lease': async (store) => {
    const item = workOn(await aDuePayment(store));
    const take = () => store.unit(({ leases }) => leases.take(item, 30));
    const [taken, ...more] = (await atOnce(3, take)).filter((each) => each !== undefined);
    expect(more).to.deep.equal([]);
    expect(await claim(store)).to.deep.equal([]);
    expect(taken).to.include(item);
    if (taken) await store.dueWork.release(taken);
    expect(await take()).to.include(item);
    await store.endLeases();
    expect(await claimedIds(store)).to.deep.equal([item.id]);
  },

  'grants the lease of a piece in the unit of work that adds it': async (store) => {
    const { quote } = await store.addQuote();
    const ofQuote = { companyId: quote.companyId, quoteId: quote.id };
    const payment = aPayment({ ...ofQuote, status: 'opening', session: null, due: dueAt(SOME_MORNING) });
    const claimed = await store.unit(async ({ payments, leases }) => {
      await payments.add(payment, ENTRY);
      return leases.take(workOn(payment), 30);
    });
    expect(claimed).to.include({ id: payment.id });
    expect(await claim(store, 10)).to.deep.equal([]);
  },

  'drops a lease whose unit of work failed': async (store) => {
    const payment = await aDuePayment(store);
    const bug = store.unit(async ({ leases }) => {
      await leases.take(workOn(payment), 30);
      throw new Error('a bug');
    });
    expect(await fails(bug)).to.equal(true);
    expect(await claimedIds(store)).to.deep.equal([payment.id]);
  },

  'grants no lease on a piece that does not exist': async (store) => {
    expect(await store.unit(({ leases }) => leases.take(workOn(aPayment()), 30))).to.equal(undefined);
  },

  'lets a piece be claimed at once if its lease is revoked, and its holder loses the lease': async (store) => {
    const payment = await aDuePayment(store);
    const claimed = await claimOne(store);
    await store.unit(({ leases }) => leases.revoke(workOn(payment)));
    expect(await store.unit(({ leases }) => leases.holds(claimed))).to.equal(false);
    expect(await claimedIds(store)).to.deep.equal([payment.id]);
  },

  'keeps the lease if the piece is saved with another next attempt': async (store) => {
    const payment = await aDuePayment(store);
    const claimed = await claimOne(store);
    await store.changePayment(payment, { due: dueAt(SOON) });
    expect(await claim(store, 1, SOON)).to.deep.equal([]);
    await store.dueWork.release(claimed);
    expect(await claim(store)).to.deep.equal([]);
    expect(await claimedIds(store, 1, SOON)).to.deep.equal([payment.id]);
  },

  'claims no piece that has no next attempt': async (store) => {
    const payment = await aDuePayment(store);
    const ended = { status: 'failed', failureReason: 'expired', completed: SOME_MORNING, due: null } as const;
    await store.changePayment(payment, ended);
    expect(await claim(store, 1, later(SOON, { hours: 10_000 }))).to.deep.equal([]);
    expect(await store.dueWork.next('payments')).to.equal(undefined);
  },

  'returns the time at which the next unclaimed piece becomes due': async (store) => {
    expect(await store.dueWork.next('payments')).to.equal(undefined);
    await aDuePayment(store, SOON);
    await aDuePayment(store);
    expect(await store.dueWork.next('payments')).to.equal(SOME_MORNING);
    await claim(store);
    expect(await store.dueWork.next('payments')).to.equal(SOON);
    expect(await store.dueWork.next('refunds')).to.equal(undefined);
    expect(await store.dueWork.next('refunds', 'payments', 'notifications')).to.equal(SOON);
    await store.unit(({ notifications }) => notifications.add(aNotification({ due: dueAt(SOME_MORNING) })));
    expect(await store.dueWork.next('refunds', 'payments', 'notifications')).to.equal(SOME_MORNING);
    expect(await store.dueWork.next('payments')).to.equal(SOON);
  },

  'deletes finished notifications and pending uploads up to a limit, and no unfinished ones': async (store) => {
    const { companyId } = await aDuePayment(store);
    const waiting = { notification: aNotification(), pending: aPendingUpload({ companyId }) };
    const finished = { notifications: [aNotification(), aNotification()], pending: [aPendingUpload({ companyId })] };
    await store.unit(async ({ notifications, pendingUploads }) => {
      for (const notification of [waiting.notification, ...finished.notifications])
        await notifications.add(notification);
      for (const pending of [waiting.pending, ...finished.pending]) await pendingUploads.add(pending);
      for (const notification of finished.notifications) await notifications.save({ ...notification, due: null });
      for (const pending of finished.pending) await pendingUploads.save({ ...pending, due: null });
    });
    expect(await store.dueWork.forget('notifications', 1)).to.equal(1);
    expect(await store.dueWork.forget('notifications', 10)).to.equal(1);
    expect(await store.dueWork.forget('notifications', 10)).to.equal(0);
    expect(await store.dueWork.forget('pending_uploads', 10)).to.equal(1);
    const left = await store.unit(async ({ notifications, pendingUploads }) => [
      await notifications.find(waiting.notification.id),
      ...(await Promise.all(finished.notifications.map(({ id }) => notifications.find(id)))),
      await pendingUploads.find(companyId, waiting.pending.id),
      ...(await Promise.all(finished.pending.map(({ id }) => pendingUploads.find(companyId, id)))),
    ]);
    expect(left).to.deep.equal([waiting.notification, undefined, undefined, waiting.pending, undefined]);
  },

  'deletes no finished piece while a worker holds it': async (store) => {
    const notification = aNotification({ due: dueAt(SOME_MORNING) });
    await store.unit(({ notifications }) => notifications.add(notification));
    const [claimed] = await store.dueWork.claim({ kind: 'notifications' }, SOME_MORNING, 1);
    await store.changeNotification(notification, { due: null });
    expect(claimed?.id).to.equal(notification.id);
    expect(await store.dueWork.forget('notifications', 10)).to.equal(0);
    await store.endLeases();
    expect(await store.dueWork.forget('notifications', 10)).to.equal(1);
  },

  'is not blocked by a unit of work that has locked a piece': async (store) => {
    const payment = await aDuePayment(store);
    const other = await aDuePayment(store);
    const [took, mayEnd] = [gate(), gate()];
    const deciding = store.unit(async ({ leases }) => {
      await leases.take(workOn(payment), 30);
      took.open();
      await mayEnd.passed;
    });
    await took.passed;
    expect(await claimedIds(store, 10).finally(mayEnd.open)).to.deep.equal([other.id]);
    await deciding;
    expect(await claim(store, 10)).to.deep.equal([]);
  },

  'is not blocked by many locked pieces at the head of a queue, even with a small limit': async (store) => {
    const ofOneCompany = await store.addQuote();
    const dueBefore = async (minutes: number): Promise<Payment> => {
      const due = dueAt(later(SOME_MORNING, { minutes: -minutes }));
      return store.addPayment(aPayment({ due }), (await store.addQuoteFor(ofOneCompany)).quote);
    };
    const busy = [await dueBefore(3), await dueBefore(2)];
    const free = await dueBefore(1);
    const [took, mayEnd] = [gate(), gate()];
    const deciding = store.unit(async ({ leases }) => {
      for (const each of busy) await leases.take(workOn(each), 30);
      took.open();
      await mayEnd.passed;
    });
    await took.passed;
    expect(await claimedIds(store, 1).finally(mayEnd.open)).to.deep.equal([free.id]);
    await deciding;
  },

  'shows operators due work, waiting work, and the work with the most attempts': async (store) => {
    const due = await aDuePayment(store);
    await aDuePayment(store, SOON);
    await claim(store);
    const status = await store.statusOf('payments');
    expect(status).to.deep.include({ due: 1, waiting: 1, oldest: SOME_MORNING });
    const stuck = { ...workOn(due), about: due.id, attempts: 1, lastError: null };
    expect(status?.stuck).to.deep.equal([{ ...stuck, since: SOME_MORNING, nextTry: SOME_MORNING }]);
    const nothing = { due: 0, waiting: 0, oldest: null, failing: 0, oldestFailing: null, stuck: [] };
    expect(await store.statusOf('refunds')).to.deep.equal({ kind: 'refunds', ...nothing });
  },

  'stores the last run of each job': async (store) => {
    expect(await store.jobRuns.last()).to.deep.equal({});
    await store.jobRuns.record('payments', SOME_MORNING);
    await store.jobRuns.record('days', SOME_MORNING);
    for (const at of [SOON, SOME_MORNING]) await store.jobRuns.record('payments', at);
    expect(await store.jobRuns.last()).to.deep.equal({ payments: SOON, days: SOME_MORNING });
  },
});
