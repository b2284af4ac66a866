import { later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCertificate, aCertificateRequest } from '../builders/contract.ts';
import { at, SOME_MORNING } from '../builders/days.ts';
import { aLooseDocument } from '../builders/loose-document.ts';
import { aFailedPayment, aNotice, aPaidPayment, aPayment, aPaymentSession, aRefund } from '../builders/payment.ts';
import { inUnit, storedContract, storedPayment, storedQuote } from '../builders/stored.ts';
import { portContract } from './port-contract.ts';
import type { StoreSubject } from './store.ts';

const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };

/** What the repositories of payments, refunds and contracts give back, find and refuse. */
export const paymentRepositoriesContract = portContract<StoreSubject>('Transaction', {
  'gives back equal payments in every state, found by id and by reference': async ({ unitOfWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    const failed = await storedPayment(unitOfWork, quote, aFailedPayment({ session: null, failureReason: 'declined' }));
    const opening = await storedPayment(unitOfWork, quote, aPayment({ status: 'opening', session: null }));
    const noticed = { ...opening, notified: at('2026-01-15T09:00:01.001Z') };
    await inUnit(unitOfWork, async ({ payments }) => {
      expect(await payments.find(quote.companyId, opening.id)).to.deep.equal(opening);
      await payments.save(noticed, NOTE);
    });
    expect(await inUnit(unitOfWork, ({ payments }) => payments.withReference(opening.id))).to.deep.equal(noticed);
    const session = aPaymentSession({ ended: at('2026-01-15T09:20:00.001Z') });
    const lastUnpaid = at('2026-01-15T09:20:00.002Z');
    const pending = aPayment({ ...noticed, status: 'pending', session, processingSeen: true, lastUnpaid });
    await inUnit(unitOfWork, async ({ payments }) => {
      expect(await payments.find(quote.companyId, failed.id)).to.deep.equal(failed);
      expect(await payments.live(quote.companyId, quote.id)).to.deep.equal(noticed);
      await payments.save(pending, NOTE);
    });
    expect(await inUnit(unitOfWork, ({ payments }) => payments.withReference(pending.id))).to.deep.equal(pending);
    const paid = aPaidPayment({
      ...pending,
      status: 'succeeded',
      due: null,
      completed: at('2026-01-15T23:58:00.001Z'),
    });
    await inUnit(unitOfWork, async ({ payments }) => {
      await payments.find(quote.companyId, paid.id);
      await payments.save(paid, NOTE);
    });
    expect(await inUnit(unitOfWork, ({ payments }) => payments.live(quote.companyId, quote.id))).to.deep.equal(paid);
  },

  'counts no failed payment as live': async ({ unitOfWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    await storedPayment(unitOfWork, quote, aFailedPayment());
    expect(await inUnit(unitOfWork, ({ payments }) => payments.live(quote.companyId, quote.id))).to.equal(undefined);
  },

  'gives back equal refunds, one for each session however often it is added': async ({ unitOfWork }) => {
    const { quote } = await storedQuote(unitOfWork);
    const payment = await storedPayment(unitOfWork, quote, aFailedPayment());
    const refund = aRefund({ companyId: quote.companyId, paymentId: payment.id });
    const again = aRefund({
      companyId: quote.companyId,
      paymentId: payment.id,
      sessionId: refund.sessionId,
      amount: 1,
    });
    const stray = aRefund({ companyId: quote.companyId, paymentId: payment.id });
    await Promise.all([refund, stray].map((each) => inUnit(unitOfWork, ({ refunds }) => refunds.add(each, NOTE))));
    await inUnit(unitOfWork, ({ refunds }) => refunds.add(again, NOTE));
    await inUnit(unitOfWork, async ({ refunds }) => {
      expect(await refunds.find(quote.companyId, refund.id)).to.deep.equal(refund);
      expect(await refunds.find(quote.companyId, stray.id)).to.deep.equal(stray);
      expect(await refunds.find(quote.companyId, again.id)).to.equal(undefined);
    });
    const given = { ...refund, status: 'done' as const, completed: SOME_MORNING, due: null };
    await inUnit(unitOfWork, async ({ refunds }) => {
      await refunds.find(quote.companyId, refund.id);
      await refunds.save(given, NOTE);
    });
    expect(await inUnit(unitOfWork, ({ refunds }) => refunds.find(quote.companyId, refund.id))).to.deep.equal(given);
  },

  'adds one refund when a late payment is seen twice at the same time': async ({ unitOfWork, paymentViews }) => {
    const { quote } = await storedQuote(unitOfWork);
    const payment = await storedPayment(unitOfWork, quote, aFailedPayment());
    const refund = () =>
      aRefund({ companyId: quote.companyId, paymentId: payment.id, sessionId: payment.session?.id ?? '' });
    await Promise.all(
      Array.from({ length: 5 }, () => inUnit(unitOfWork, ({ refunds }) => refunds.add(refund(), NOTE))),
    );
    const view = await paymentViews.find(payment.id);
    expect(view?.refund?.sessionId).to.equal(payment.session?.id);
    expect(view?.history.filter(({ what }) => what === 'refund')).to.have.length(1);
  },

  'gives back equal loose documents': async ({ unitOfWork }) => {
    const { company } = await storedQuote(unitOfWork);
    const loose = aLooseDocument({ companyId: company.id });
    const gone = { ...loose, abandoned: true, due: null };
    await inUnit(unitOfWork, ({ looseDocuments }) => looseDocuments.add(loose));
    await inUnit(unitOfWork, async ({ looseDocuments }) => {
      expect(await looseDocuments.find(loose.companyId, loose.id)).to.deep.equal(loose);
      await looseDocuments.save(gone);
    });
    const find = (companyId: string) => inUnit(unitOfWork, (tx) => tx.looseDocuments.find(companyId, loose.id));
    expect(await find(company.id)).to.deep.equal(gone);
    expect(await find('another')).to.equal(undefined);
  },

  'gives back equal notices': async ({ unitOfWork }) => {
    const notice = aNotice({ reference: 'no payment of ours' });
    await inUnit(unitOfWork, ({ notices }) => notices.add(notice));
    await inUnit(unitOfWork, async ({ notices }) => {
      expect(await notices.find(notice.id)).to.deep.equal(notice);
      await notices.save({ ...notice, due: null });
    });
    expect(await inUnit(unitOfWork, ({ notices }) => notices.find(notice.id))).to.deep.equal({ ...notice, due: null });
  },

  'adds no second notice about what one waits for already, and a new one when that is over': async ({
    unitOfWork,
    dueWork,
  }) => {
    const [first, again, later, foreign] = [
      aNotice({ reference: 'of another shop' }),
      aNotice({ reference: 'of another shop' }),
      aNotice({ reference: 'of another shop' }),
      aNotice({ reference: 'of another shop', provider: 'another' }),
    ];
    const find = (id: string) => inUnit(unitOfWork, ({ notices }) => notices.find(id));
    for (const notice of [first, again, foreign]) await inUnit(unitOfWork, ({ notices }) => notices.add(notice));
    expect([await find(first.id), await find(again.id), await find(foreign.id)]).to.deep.equal([
      first,
      undefined,
      foreign,
    ]);
    await inUnit(unitOfWork, async ({ notices }) => {
      await notices.find(first.id);
      await notices.save({ ...first, due: null });
    });
    await inUnit(unitOfWork, ({ notices }) => notices.add(later));
    expect(await find(later.id)).to.deep.equal(later);
    expect(await dueWork.next('notices')).to.equal(later.due?.at);
  },

  'remembers whether payments are paused': async ({ unitOfWork }) => {
    const active = () => inUnit(unitOfWork, ({ paymentPause }) => paymentPause.active());
    expect(await active()).to.equal(false);
    await inUnit(unitOfWork, ({ paymentPause }) => paymentPause.pause({ ...NOTE, by: 'operator' }));
    await inUnit(unitOfWork, ({ paymentPause }) => paymentPause.pause({ ...NOTE, by: 'operator' }));
    expect(await active()).to.equal(true);
    await inUnit(unitOfWork, ({ paymentPause }) => paymentPause.resume({ ...NOTE, by: 'operator' }));
    expect(await active()).to.equal(false);
  },

  'gives back equal contracts and certificate requests': async ({ unitOfWork }) => {
    const stored = await storedContract(unitOfWork, await storedQuote(unitOfWork));
    const { contract, certificateRequest: request } = stored;
    const { companyId, id } = contract;
    const issued = aCertificateRequest({
      ...request,
      status: 'issued',
      accepted: { requestNumber: 'D1', requestReference: 'R1', at: SOME_MORNING },
      certificate: aCertificate(),
      refusals: 2,
      firstRefused: SOME_MORNING,
      refusal: '-4: stock épuisé',
      due: null,
    });
    const documented = {
      ...contract,
      documents: { certificateImage: 'a/b.png', contractDocument: null },
      documentsDue: { at: SOME_MORNING, attempts: 3 },
      updated: later(SOME_MORNING, { milliseconds: 1 }),
    };
    await inUnit(unitOfWork, async ({ contracts, certificateRequests }) => {
      expect(await contracts.find(companyId, id)).to.deep.equal(contract);
      expect(await certificateRequests.find(companyId, id)).to.deep.equal(request);
      await certificateRequests.save(issued, NOTE);
      await contracts.save(documented, NOTE);
    });
    await inUnit(unitOfWork, async ({ contracts, certificateRequests }) => {
      expect(await contracts.find(companyId, id)).to.deep.equal(documented);
      expect(await certificateRequests.find(companyId, id)).to.deep.equal(issued);
    });
  },

  'gives a contract the ordinal after its company has had the last one, and the company its number': async ({
    unitOfWork,
  }) => {
    const stored = await storedQuote(unitOfWork);
    expect((await storedContract(unitOfWork, stored)).contract.ordinal).to.equal(1);
    const next = await inUnit(unitOfWork, ({ contracts }) => contracts.nextOrdinal(stored.company.id));
    expect(next).to.deep.equal({ company: stored.company.number, ordinal: 2 });
  },
});
