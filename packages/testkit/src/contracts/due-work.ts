import { later, WORK_KINDS, type Claim, type Instant, type WorkQueue } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { SOME_MORNING } from '../builders/days.ts';
import { aLooseDocument } from '../builders/loose-document.ts';
import { aFailedPayment, aNotice, aPayment, aRefund } from '../builders/payment.ts';
import { REFUNDS, ROUTINE_PAYMENTS } from '../builders/queues.ts';
import { inUnit, storedContract, storedPayment, storedQuote } from '../builders/stored.ts';
import { portContract } from './port-contract.ts';
import { gate } from './overlap.ts';
import type { StoreSubject } from './store.ts';

const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };
const SOON: Instant = later(SOME_MORNING, { minutes: 1 });

const dueAt = (at: Instant) => ({ at, attempts: 0 });

const aDuePayment = async ({ unitOfWork }: StoreSubject, at: Instant = SOME_MORNING) => {
  const { quote } = await storedQuote(unitOfWork);
  return storedPayment(unitOfWork, quote, aPayment({ due: dueAt(at) }));
};

const ids = (claims: readonly Claim[]): readonly string[] => claims.map(({ id }) => id);

/** Due work and the leases on it: nobody does the same work twice at once, and nothing that is due is ever lost. */
export const dueWorkContract = portContract<StoreSubject>('DueWork', {
  'gives out what is due, and not what is due later': async (subject) => {
    const { dueWork } = subject;
    const now = await aDuePayment(subject);
    const soon = await aDuePayment(subject, SOON);
    expect(await dueWork.claim(ROUTINE_PAYMENTS, later(SOME_MORNING, { milliseconds: -1 }), 10)).to.deep.equal([]);
    const [claim, ...more] = await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 10);
    expect(claim).to.deep.include({ kind: 'payments', companyId: now.companyId, id: now.id, attempt: 1 });
    expect(more).to.deep.equal([]);
    expect(ids(await dueWork.claim(ROUTINE_PAYMENTS, SOON, 10))).to.deep.equal([soon.id]);
  },

  'gives out the oldest first, and no more than asked for': async (subject) => {
    const late = await aDuePayment(subject, SOON);
    const early = await aDuePayment(subject);
    expect(ids(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOON, 1))).to.deep.equal([early.id]);
    expect(ids(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOON, 1))).to.deep.equal([late.id]);
    expect(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOON, 1)).to.deep.equal([]);
  },

  'knows every kind of work by the row it is about': async ({ unitOfWork, dueWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    const payment = await storedPayment(unitOfWork, quote, aFailedPayment({ due: dueAt(SOME_MORNING) }));
    const refund = aRefund({ companyId: quote.companyId, paymentId: payment.id });
    const notice = aNotice({ due: dueAt(SOME_MORNING) });
    const loose = aLooseDocument({ companyId: quote.companyId, due: dueAt(SOME_MORNING) });
    await inUnit(unitOfWork, async ({ refunds, notices, looseDocuments }) => {
      await refunds.add(refund, NOTE);
      await notices.add(notice);
      await looseDocuments.add(loose);
    });
    const { contract } = await storedContract(unitOfWork, await storedQuote(unitOfWork), {
      contract: { documentsDue: dueAt(SOME_MORNING) },
    });
    const expected: readonly (readonly [WorkQueue, string])[] = [
      [ROUTINE_PAYMENTS, payment.id],
      [REFUNDS, refund.id],
      [{ kind: 'notices' }, notice.id],
      [{ kind: 'certificates' }, contract.id],
      [{ kind: 'documents' }, contract.id],
      [{ kind: 'loose_documents' }, loose.id],
    ];
    expect(await dueWork.queues(WORK_KINDS, SOME_MORNING)).to.have.deep.members(expected.map(([queue]) => queue));
    for (const [queue, id] of expected) {
      const claims = await dueWork.claim(queue, SOME_MORNING, 10);
      expect(ids(claims), queue.kind).to.deep.equal([id]);
      expect(await dueWork.claim(queue, SOME_MORNING, 10), queue.kind).to.deep.equal([]);
    }
    expect(await dueWork.queues(WORK_KINDS, SOME_MORNING)).to.deep.equal([]);
  },

  'gives nothing out twice, however many ask at once': async (subject) => {
    for (let n = 0; n < 6; n += 1) await aDuePayment(subject);
    const claims = await Promise.all(
      Array.from({ length: 5 }, () => subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 3)),
    );
    expect(claims.flat()).to.have.length(6);
    expect(new Set(ids(claims.flat())).size).to.equal(6);
  },

  'counts an attempt when it is claimed, whatever becomes of it': async (subject) => {
    const { id, companyId } = await aDuePayment(subject);
    await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    await subject.endLeases();
    const [second] = await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    expect(second?.attempt).to.equal(2);
    const payment = await inUnit(subject.unitOfWork, ({ payments }) => payments.find(companyId, id));
    expect(payment?.due).to.deep.equal({ at: SOME_MORNING, attempts: 2 });
  },

  'gives a piece out again once it was given back': async (subject) => {
    const { id } = await aDuePayment(subject);
    for (const attempt of [1, 2]) {
      const [claim] = await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
      expect(claim).to.include({ id, attempt });
      if (claim) await subject.dueWork.release(claim);
    }
  },

  'does not let a slow worker give back what somebody else holds by now': async (subject) => {
    await aDuePayment(subject);
    const [slow] = await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    await subject.endLeases();
    const [fast] = await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    if (!slow || !fast) throw new Error('the piece was not given out');
    await subject.dueWork.release(slow);
    expect(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1)).to.deep.equal([]);
    expect(await inUnit(subject.unitOfWork, ({ leases }) => leases.holds(slow))).to.equal(false);
    expect(await inUnit(subject.unitOfWork, ({ leases }) => leases.holds(fast))).to.equal(true);
  },

  'takes a lease for one unit of work only, and gives nothing out meanwhile': async (subject) => {
    const { unitOfWork, dueWork } = subject;
    const { id, companyId } = await aDuePayment(subject);
    const item = { kind: 'payments', companyId, id } as const;
    const take = () => inUnit(unitOfWork, ({ leases }) => leases.take(item, 30));
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter((claim) => claim !== undefined)).to.have.length(1);
    expect(await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1)).to.deep.equal([]);
    const claim = taken.find((each) => each !== undefined);
    expect(claim).to.include({ ...item });
    if (claim) await dueWork.release(claim);
    expect(await take()).to.include({ ...item });
    await subject.endLeases();
    expect(ids(await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1))).to.deep.equal([id]);
  },

  'takes the lease of a piece in the very unit of work that adds it': async ({ unitOfWork, dueWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    const payment = aPayment({
      companyId: quote.companyId,
      quoteId: quote.id,
      status: 'opening',
      session: null,
      due: dueAt(SOME_MORNING),
    });
    const claim = await inUnit(unitOfWork, async ({ payments, leases }) => {
      await payments.add(payment, NOTE);
      return leases.take({ kind: 'payments', companyId: quote.companyId, id: payment.id }, 30);
    });
    expect(claim).to.include({ id: payment.id });
    expect(await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 10)).to.deep.equal([]);
  },

  'forgets a lease whose unit of work failed': async (subject) => {
    const { id, companyId } = await aDuePayment(subject);
    await inUnit(subject.unitOfWork, async ({ leases }) => {
      await leases.take({ kind: 'payments', companyId, id }, 30);
      throw new Error('a bug');
    }).catch(() => undefined);
    expect(ids(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1))).to.deep.equal([id]);
  },

  'takes no lease on what is not there': async ({ unitOfWork }) => {
    const { id, companyId } = aPayment();
    expect(await inUnit(unitOfWork, ({ leases }) => leases.take({ kind: 'payments', companyId, id }, 30))).to.equal(
      undefined,
    );
  },

  'takes a lease away: its holder holds it no more, and the piece can be claimed at once': async (subject) => {
    const { id, companyId } = await aDuePayment(subject);
    const [claim] = await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    if (!claim) throw new Error('the piece was not given out');
    await inUnit(subject.unitOfWork, ({ leases }) => leases.revoke({ kind: 'payments', companyId, id }));
    expect(await inUnit(subject.unitOfWork, ({ leases }) => leases.holds(claim))).to.equal(false);
    expect(ids(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1))).to.deep.equal([id]);
  },

  'keeps the lease when the piece is saved with another appointment': async (subject) => {
    const payment = await aDuePayment(subject);
    const [claim] = await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    await inUnit(subject.unitOfWork, async ({ payments }) => {
      const found = await payments.find(payment.companyId, payment.id);
      if (found) await payments.save({ ...found, due: dueAt(SOON) }, NOTE);
    });
    expect(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOON, 1)).to.deep.equal([]);
    if (claim) await subject.dueWork.release(claim);
    expect(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1)).to.deep.equal([]);
    expect(ids(await subject.dueWork.claim(ROUTINE_PAYMENTS, SOON, 1))).to.deep.equal([payment.id]);
  },

  'has nothing to give out once the appointment is cleared': async (subject) => {
    const payment = await aDuePayment(subject);
    await inUnit(subject.unitOfWork, async ({ payments }) => {
      const found = await payments.find(payment.companyId, payment.id);
      if (found)
        await payments.save(
          { ...found, status: 'failed', failureReason: 'expired', completed: SOME_MORNING, due: null },
          NOTE,
        );
    });
    expect(await subject.dueWork.claim(ROUTINE_PAYMENTS, later(SOON, { hours: 10_000 }), 1)).to.deep.equal([]);
    expect(await subject.dueWork.next('payments')).to.equal(undefined);
  },

  'says when the next piece that nobody holds becomes due': async (subject) => {
    const { dueWork } = subject;
    expect(await dueWork.next('payments')).to.equal(undefined);
    await aDuePayment(subject, SOON);
    await aDuePayment(subject);
    expect(await dueWork.next('payments')).to.equal(SOME_MORNING);
    await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    expect(await dueWork.next('payments')).to.equal(SOON);
    expect(await dueWork.next('refunds')).to.equal(undefined);
  },

  'forgets what was kept for its work alone once that is finished, so many at a time, and nothing else': async (
    subject,
  ) => {
    const { unitOfWork, dueWork } = subject;
    const { companyId } = await aDuePayment(subject);
    const waiting = { notice: aNotice(), loose: aLooseDocument({ companyId }) };
    const finished = { notices: [aNotice(), aNotice()], loose: [aLooseDocument({ companyId })] };
    await inUnit(unitOfWork, async ({ notices, looseDocuments }) => {
      for (const notice of [waiting.notice, ...finished.notices]) await notices.add(notice);
      for (const loose of [waiting.loose, ...finished.loose]) await looseDocuments.add(loose);
      for (const notice of finished.notices) await notices.save({ ...notice, due: null });
      for (const loose of finished.loose) await looseDocuments.save({ ...loose, due: null });
    });
    expect(await dueWork.forget('notices', 1)).to.equal(1);
    expect(await dueWork.forget('notices', 10)).to.equal(1);
    expect(await dueWork.forget('notices', 10)).to.equal(0);
    expect(await dueWork.forget('loose_documents', 10)).to.equal(1);
    const left = await inUnit(unitOfWork, async ({ notices, looseDocuments }) => [
      await notices.find(waiting.notice.id),
      ...(await Promise.all(finished.notices.map(({ id }) => notices.find(id)))),
      await looseDocuments.find(companyId, waiting.loose.id),
      ...(await Promise.all(finished.loose.map(({ id }) => looseDocuments.find(companyId, id)))),
    ]);
    expect(left).to.deep.equal([waiting.notice, undefined, undefined, waiting.loose, undefined]);
  },

  'forgets no finished piece while somebody works on it': async ({ unitOfWork, dueWork, endLeases }) => {
    const notice = aNotice({ due: dueAt(SOME_MORNING) });
    await inUnit(unitOfWork, ({ notices }) => notices.add(notice));
    const [claim] = await dueWork.claim({ kind: 'notices' }, SOME_MORNING, 1);
    await inUnit(unitOfWork, async ({ notices }) => {
      const found = await notices.find(notice.id);
      if (found) await notices.save({ ...found, due: null });
    });
    expect(claim?.id).to.equal(notice.id);
    expect(await dueWork.forget('notices', 10)).to.equal(0);
    await endLeases();
    expect(await dueWork.forget('notices', 10)).to.equal(1);
  },

  'is not held up by a unit of work that is just deciding about a piece': async (subject) => {
    const { unitOfWork, dueWork } = subject;
    const { id, companyId } = await aDuePayment(subject);
    const other = await aDuePayment(subject);
    const [took, mayEnd] = [gate(), gate()];
    const deciding = inUnit(unitOfWork, async ({ leases }) => {
      await leases.take({ kind: 'payments', companyId, id }, 30);
      took.open();
      await mayEnd.passed;
    });
    await took.passed;
    expect(ids(await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 10))).to.deep.equal([other.id]);
    mayEnd.open();
    await deciding;
    expect(await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 10)).to.deep.equal([]);
  },

  'tells operators what is due, what waits, and what was tried most often': async (subject) => {
    const { dueWork, workViews } = subject;
    const [due] = [await aDuePayment(subject), await aDuePayment(subject, SOON)];
    await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    const status = (await workViews.status(SOME_MORNING)).find(({ kind }) => kind === 'payments');
    expect(status).to.deep.include({ due: 1, waiting: 1, oldest: SOME_MORNING });
    const { companyId, id } = due;
    const stuck = { kind: 'payments', companyId, id, about: id, attempts: 1, trouble: null };
    expect(status?.stuck).to.deep.equal([{ ...stuck, since: SOME_MORNING, nextTry: SOME_MORNING }]);
    const refunds = (await workViews.status(SOME_MORNING)).find(({ kind }) => kind === 'refunds');
    const nothing = { due: 0, waiting: 0, oldest: null, troubled: 0, oldestTrouble: null, stuck: [] };
    expect(refunds).to.deep.equal({ kind: 'refunds', ...nothing });
  },

  'remembers when each job ran last': async ({ workViews }) => {
    expect(await workViews.lastRuns()).to.deep.equal({});
    await workViews.ran('payments', SOME_MORNING);
    await workViews.ran('days', SOME_MORNING);
    await workViews.ran('payments', SOON);
    expect(await workViews.lastRuns()).to.deep.equal({ payments: SOON, days: SOME_MORNING });
  },
});
