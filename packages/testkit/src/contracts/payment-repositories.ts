import { later, type Notification, type Payment } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation, aCertificate, aCertificateRequest } from '../builders/contract.ts';
import { at, SOME_MORNING } from '../builders/days.ts';
import { aDifference } from '../builders/difference.ts';
import { freshId } from '../builders/ids.ts';
import { aPendingUpload } from '../builders/pending-upload.ts';
import {
  aFailedPayment,
  aNotification,
  aPaidPayment,
  aPayment,
  aPaymentSession,
  aRefund,
} from '../builders/payment.ts';
import { OUT_OF_STOCK } from '../builders/stored.ts';
import { dueAt, ENTRY, SOON, atOnce, storeCases } from './store-bench.ts';

/** The reads, writes and refusals of the repositories of payments, refunds and contracts. */
export const paymentRepositoriesContract = storeCases('Transaction', {
  'returns payments of every state as they were stored, found by id and by reference': async (store) => {
    const { quote } = await store.addQuote();
    const failed = await store.addPayment(aFailedPayment({ session: null, failureReason: 'declined' }), quote);
    const opening = await store.addPayment(aPayment({ status: 'opening', session: null }), quote);
    const notifiedPayment = { ...opening, notified: at('2026-01-15T09:00:01.001Z') };
    await store.unit(async ({ payments }) => {
      expect(await payments.find(quote.companyId, opening.id)).to.deep.equal(opening);
      await payments.save(notifiedPayment, ENTRY);
    });
    const referredTo = (reference: string) => store.unit(({ payments }) => payments.withReference(reference));
    expect(await referredTo(opening.id)).to.deep.equal(notifiedPayment);
    const session = aPaymentSession({ ended: at('2026-01-15T09:20:00.001Z') });
    const lastUnpaid = at('2026-01-15T09:20:00.002Z');
    const pending = aPayment({ ...notifiedPayment, status: 'pending', session, processingSeen: true, lastUnpaid });
    await store.unit(async ({ payments }) => {
      expect(await payments.find(quote.companyId, failed.id)).to.deep.equal(failed);
      expect(await payments.live(quote.companyId, quote.id)).to.deep.equal(notifiedPayment);
      await payments.save(pending, ENTRY);
    });
    expect(await referredTo(pending.id)).to.deep.equal(pending);
    const completed = at('2026-01-15T23:58:00.001Z');
    const paid = aPaidPayment({ ...pending, status: 'succeeded', due: null, completed });
    await store.changePayment(pending, paid);
    expect(await store.livePayment(quote)).to.deep.equal(paid);
  },

  'distinguishes texts that differ only by case or accent': async (store) => {
    const { id: companyId } = await store.addCompany();
    const quote = (await store.addQuote()).quote;
    const { id: paymentId } = await store.addPayment(aFailedPayment(), quote);
    const texts = ['clé-1', 'Clé-1', 'cle-1'];
    const vehicles = new Map<string, string>();
    for (const text of texts) {
      vehicles.set(text, (await store.addVehicle(companyId, { externalId: text })).id);
      const request = { companyId, key: text.normalize('NFD').replace(/\p{M}/gu, '!'), fingerprint: text };
      const given = { id: freshId(), now: SOME_MORNING, expires: SOON };
      expect((await store.idempotencyKeys.claim(request, given, 60)).is, `the key ${request.key}`).to.equal('held');
      const refund = aRefund({ companyId: quote.companyId, paymentId, sessionId: text });
      await store.unit(({ refunds }) => refunds.add(refund, ENTRY));
      const kept = await store.unit(({ refunds }) => refunds.find(refund.companyId, refund.id));
      expect(kept, `a refund of session ${text}`).to.deep.equal(refund);
    }
    for (const [text, id] of vehicles) {
      const found = await store.unit((tx) => tx.vehicles.withExternalId(companyId, text));
      expect(found?.id, `the vehicle ${text}`).to.equal(id);
    }
  },

  'counts no failed payment as live': async (store) => {
    const { quote } = await store.addQuote();
    await store.addPayment(aFailedPayment(), quote);
    expect(await store.livePayment(quote)).to.equal(undefined);
  },

  'lists the opening times of a quote’s payments after an instant, in order and without duplicate sessions': async (
    store,
  ) => {
    const { quote } = await store.addQuote();
    const addOpened = (second: string, over: Partial<Payment> = {}) =>
      store.addPayment(aFailedPayment({ created: at(`2026-01-15T09:00:${second}Z`), ...over }), quote);
    const { id } = await addOpened('03.000');
    await addOpened('01.000');
    await addOpened('02.001');
    await addOpened('04.000', { duplicateOf: id, session: aPaymentSession({ id: 'duplicate' }) });
    const { quote: another } = await store.addQuote();
    await store.addPayment(aFailedPayment({ created: at('2026-01-15T09:00:03.000Z') }), another);
    await store.unit(async ({ payments }) => {
      const since = (instant: string) => payments.openings(quote.companyId, quote.id, at(instant));
      expect(await since('2026-01-15T09:00:01.000Z')).to.deep.equal([
        '2026-01-15T09:00:02.001Z',
        '2026-01-15T09:00:03.000Z',
      ]);
      expect(await since('2026-01-15T09:00:03.000Z')).to.deep.equal([]);
      expect(await payments.openings(another.companyId, quote.id, at('2026-01-01T00:00:00.000Z'))).to.deep.equal([]);
    });
  },

  'knows which sessions are duplicates under a reference': async (store) => {
    const { quote } = await store.addQuote();
    const own = await store.addPayment(aPayment({ session: aPaymentSession({ id: 'own' }) }), quote);
    const session = aPaymentSession({ id: 'duplicate' });
    const duplicate = await store.addPayment(aFailedPayment({ duplicateOf: own.id, session }), quote);
    const other = await store.addPayment(aFailedPayment({ session: aPaymentSession({ id: 'other' }) }), quote);
    await store.unit(async ({ payments }) => {
      for (const payment of [own, duplicate])
        for (const [id, isDuplicate] of [
          ['duplicate', true],
          ['own', false],
          ['other', false],
          ['\0', false],
        ] as const)
          expect(await payments.hasDuplicate(payment, id), id).to.equal(isDuplicate);
      expect(await payments.hasDuplicate(other, 'duplicate')).to.equal(false);
    });
  },

  'returns refunds as they were stored, one for each session even if it is added again': async (store) => {
    const { companyId, id: paymentId } = await store.addPayment(aFailedPayment());
    const refund = aRefund({ companyId, paymentId });
    const again = aRefund({ companyId, paymentId, sessionId: refund.sessionId, amount: 1 });
    const duplicate = aRefund({ companyId, paymentId });
    await Promise.all([refund, duplicate].map((each) => store.unit(({ refunds }) => refunds.add(each, ENTRY))));
    await store.unit(({ refunds }) => refunds.add(again, ENTRY));
    await store.unit(async ({ refunds }) => {
      expect(await refunds.find(companyId, refund.id)).to.deep.equal(refund);
      expect(await refunds.find(companyId, duplicate.id)).to.deep.equal(duplicate);
      expect(await refunds.find(companyId, again.id)).to.equal(undefined);
    });
    const given = { ...refund, status: 'done' as const, completed: SOME_MORNING, due: null };
    await store.unit(async ({ refunds }) => {
      await refunds.find(companyId, refund.id);
      await refunds.save(given, ENTRY);
    });
    expect(await store.unit(({ refunds }) => refunds.find(companyId, refund.id))).to.deep.equal(given);
  },

  'adds one refund if two processes see a late payment at the same time': async (store) => {
    const { companyId, id: paymentId, session } = await store.addPayment(aFailedPayment());
    const refund = () => aRefund({ companyId, paymentId, sessionId: session?.id ?? '' });
    await atOnce(5, () => store.unit(({ refunds }) => refunds.add(refund(), ENTRY)));
    const view = await store.paymentQueries.find(paymentId);
    expect(view?.refund?.sessionId).to.equal(session?.id);
    expect(view?.history.filter(({ what }) => what === 'refund')).to.have.length(1);
  },

  'returns pending uploads as they were stored': async (store) => {
    const company = await store.addCompany();
    const pending = aPendingUpload({ companyId: company.id });
    const gone = { ...pending, abandoned: true, due: null };
    await store.unit(({ pendingUploads }) => pendingUploads.add(pending));
    await store.unit(async ({ pendingUploads }) => {
      expect(await pendingUploads.find(pending.companyId, pending.id)).to.deep.equal(pending);
      await pendingUploads.save(gone);
    });
    const find = (companyId: string) => store.unit((tx) => tx.pendingUploads.find(companyId, pending.id));
    expect(await find(company.id)).to.deep.equal(gone);
    expect(await find('another')).to.equal(undefined);
  },

  'returns notifications as they were stored': async (store) => {
    const notification = aNotification({ reference: 'no payment of ours' });
    await store.unit(({ notifications }) => notifications.add(notification));
    await store.unit(async ({ notifications }) => {
      expect(await notifications.find(notification.id)).to.deep.equal(notification);
      await notifications.save({ ...notification, due: null });
    });
    const finished = await store.unit(({ notifications }) => notifications.find(notification.id));
    expect(finished).to.deep.equal({ ...notification, due: null });
  },

  'adds a notification with a reference that a database cannot store as text': async (store) => {
    const [first, again] = [aNotification({ reference: 'a\0b\ud800' }), aNotification({ reference: 'a\0b\ud800' })];
    for (const each of [first, again]) await store.unit(({ notifications }) => notifications.add(each));
    const find = ({ id }: Notification) => store.unit(({ notifications }) => notifications.find(id));
    expect((await find(first))?.due).to.deep.equal(first.due);
    expect(await find(again)).to.equal(undefined);
  },

  'stores what outside systems have answered, even texts that a database cannot store': async (store) => {
    const odd = 'a\0b\ud800';
    const { payment, refund } = await store.addRefunded(aFailedPayment({ session: aPaymentSession({ id: odd }) }));
    const { contract } = await store.addContract({ contract: { authorityCode: odd } });
    const lastError = { code: 'other_policy', policyNumber: odd } as const;
    const due = { ...dueAt(SOON), lastError };
    const entry = { ...ENTRY, evidence: { [odd]: [odd] } };
    await store.changePayment(payment, { due }, entry);
    await store.changeRefund(refund, { due }, entry);
    await store.changeRequest(contract, { refusal: lastError, due }, entry);
    await store.changeContract(contract, { documentsDue: due, cancelled: aCancellation({ at: SOON, reason: odd }) });
    const { companyId, id: paymentId } = payment;
    const explained = aDifference({ companyId, paymentId, subject: odd, transactionId: odd, explanation: odd });
    await store.unit(async ({ statements, certificateNumbers }) => {
      await statements.put(explained);
      const owner = { companyId, contractId: contract.id };
      for (const claim of [() => certificateNumbers.claim(odd, owner), () => certificateNumbers.owner(odd)])
        expect(await claim()).to.deep.equal(owner);
    });
    expect((await store.findPayment(payment))?.due?.at).to.equal(SOON);
    const view = await store.contractQueries.inspect(contract.id);
    expect([view?.contract.documentsDue?.at, view?.certificateRequest.due?.at]).to.deep.equal([SOON, SOON]);
    expect(view?.history.filter(({ evidence }) => evidence !== undefined)).to.have.length(1);
    expect(await store.statements.differences(1)).to.have.length(1);
  },

  'adds a second notification for one reference only after the first is finished': async (store) => {
    const reference = 'of another shop';
    const [first, again] = [aNotification({ reference }), aNotification({ reference })];
    const [later, foreign] = [aNotification({ reference }), aNotification({ reference, provider: 'another' })];
    const add = (notification: Notification) => store.unit(({ notifications }) => notifications.add(notification));
    const find = ({ id }: Notification) => store.unit(({ notifications }) => notifications.find(id));
    for (const notification of [first, again, foreign]) await add(notification);
    expect([await find(first), await find(again), await find(foreign)]).to.deep.equal([first, undefined, foreign]);
    await store.changeNotification(first, { due: null });
    await add(later);
    expect(await find(later)).to.deep.equal(later);
    expect(await store.dueWork.next('notifications')).to.equal(later.due?.at);
  },

  'stores whether payments are paused': async (store) => {
    const active = () => store.unit(({ paymentPause }) => paymentPause.active());
    const pause = () => store.unit(({ paymentPause }) => paymentPause.pause({ ...ENTRY, by: 'operator' }));
    expect(await active()).to.equal(false);
    await pause();
    await pause();
    expect(await active()).to.equal(true);
    await store.unit(({ paymentPause }) => paymentPause.resume({ ...ENTRY, by: 'operator' }));
    expect(await active()).to.equal(false);
  },

  'returns contracts and certificate requests as they were stored': async (store) => {
    const { contract, certificateRequest: request } = await store.addContract();
    const { companyId, id } = contract;
    const issued = aCertificateRequest({
      ...request,
      status: 'issued',
      accepted: { requestNumber: 'D1', requestReference: 'R1', at: SOME_MORNING },
      certificate: aCertificate(),
      refusals: 2,
      firstRefused: SOME_MORNING,
      refusal: OUT_OF_STOCK,
      due: null,
    });
    const documented = {
      ...contract,
      documents: { certificateImage: 'a/b.png', contractDocument: null },
      documentsDue: { at: SOME_MORNING, attempts: 3 },
      updated: later(SOME_MORNING, { milliseconds: 1 }),
    };
    await store.unit(async ({ contracts, certificateRequests }) => {
      expect(await contracts.find(companyId, id)).to.deep.equal(contract);
      expect(await certificateRequests.find(companyId, id)).to.deep.equal(request);
      await certificateRequests.save(issued, ENTRY);
      await contracts.save(documented, ENTRY);
    });
    await store.unit(async ({ contracts, certificateRequests }) => {
      expect(await contracts.find(companyId, id)).to.deep.equal(documented);
      expect(await certificateRequests.find(companyId, id)).to.deep.equal(issued);
    });
  },

  'gives each contract the next ordinal of its company, and the company its number': async (store) => {
    const stored = await store.addQuote();
    expect((await store.addContract({}, stored)).contract.ordinal).to.equal(1);
    const next = await store.unit(({ contracts }) => contracts.nextOrdinal(stored.company.id));
    expect(next).to.deep.equal({ company: stored.company.number, ordinal: 2 });
  },
});
