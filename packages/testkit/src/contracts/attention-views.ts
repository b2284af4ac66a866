import {
  NO_LOOK_UP,
  SESSION_NOT_KNOWN,
  type AttentionKind,
  type CertificateRequest,
  type ConcernKind,
  type Contract,
  type Due,
  type Instant,
  type Lateness,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCertificate } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { aFailedPayment, aPayment } from '../builders/payment.ts';
import { anotherQuote, inUnit, storedContract, storedQuote, type StoredQuote } from '../builders/stored.ts';
import { aContractIn, aPaymentIn, dueIn, minutesOn, NOTE } from './operator-subjects.ts';
import { portContract } from './port-contract.ts';
import type { StoreSubject } from './store.ts';

/** Everything made on `SOME_MORNING` or before is late, and what was made a minute later is not. */
const LATENESS: Lateness = {
  windowsBegunUntil: minutesOn(1),
  lateSince: SOME_MORNING,
  certificatesAskedUntil: minutesOn(5),
  today: day('2026-04-15'),
};

/** Days covered. */
const over = (startDate: string, endDate = '2027-04-14') => ({ startDate: day(startDate), endDate: day(endDate) });

/** Tried in vain since then, and waiting for its next attempt. */
const backingOff = (trouble: string, troubledSince: Instant = SOME_MORNING): Due => ({
  at: minutesOn(30),
  attempts: 3,
  trouble,
  troubledSince,
});

/** What operators see of work that does not go well, over all companies. */
export const attentionViewsContract = portContract<StoreSubject>('The list of an operator', {
  'put what waits longer than it should in order of urgency': async (subject) => {
    const { workViews } = subject;
    const silent = await aPaymentIn(subject, aPayment({ created: minutesOn(1), due: dueIn('no answer') }));
    const opening = await aPaymentIn(subject, aPayment({ status: 'opening', session: null, created: SOME_MORNING }));
    await aPaymentIn(subject, aPayment({ created: minutesOn(2), due: dueIn('no answer') }));
    const lost = await aPaymentIn(subject, aFailedPayment({ due: dueIn(SESSION_NOT_KNOWN) }));
    const unread = await aPaymentIn(subject, aFailedPayment({ due: backingOff('no answer') }));
    await aPaymentIn(subject, aFailedPayment({ due: backingOff('no answer', minutesOn(1)) }));
    await aPaymentIn(subject, aFailedPayment({ due: dueIn() }));
    const manual = await aPaymentIn(subject, aFailedPayment(), { status: 'manual', due: null });
    const refused = await aPaymentIn(subject, aFailedPayment(), {
      due: backingOff('refused', minutesOn(1)),
      created: minutesOn(1),
    });
    const waiting = await aPaymentIn(subject, aFailedPayment(), { due: dueIn() });
    await aPaymentIn(subject, aFailedPayment(), { due: dueIn(), created: minutesOn(1) });

    const [ended, begun, coming] = [over('2026-01-15', '2026-04-14'), over('2026-04-15'), over('2026-04-16')];
    const past = await aContractIn(subject, { contract: ended, request: { due: dueIn('no answer') } });
    await aContractIn(subject, {
      contract: ended,
      request: { status: 'issued', certificate: aCertificate(), due: null },
    });
    const uncovered = await aContractIn(subject, { contract: begun, request: { created: minutesOn(5), due: dueIn() } });
    await aContractIn(subject, { contract: begun, request: { created: minutesOn(6), due: dueIn('no answer') } });
    const blind = await aContractIn(subject, { contract: begun, request: { due: dueIn(NO_LOOK_UP) } });
    const failed = await aContractIn(subject, {
      contract: begun,
      request: { status: 'failed', due: null, refusal: '-4: no stock', firstRefused: minutesOn(-7) },
    });
    const late = await aContractIn(subject, {
      contract: coming,
      request: { due: backingOff('-4: no stock'), refusal: '-4: no stock' },
    });
    await aContractIn(subject, { contract: coming, request: { created: minutesOn(1), due: dueIn('no answer') } });
    const issued = { request: { status: 'issued', certificate: aCertificate(), due: null } } as const;
    const unstored = await aContractIn(subject, {
      ...issued,
      contract: { ...begun, documentsDue: backingOff('no picture yet') },
    });
    const unmade = await aContractIn(subject, { ...issued, contract: { ...begun, documentsDue: dueIn() } });
    await aContractIn(subject, { ...issued, contract: { ...begun, documentsDue: backingOff('x', minutesOn(1)) } });

    const attention = await workViews.attention(LATENESS);
    expect(attention.map(({ kind, id, why }) => ({ kind, id, why }))).to.deep.equal([
      { kind: 'payment_past_window', id: opening.payment.id, why: null },
      { kind: 'payment_past_window', id: silent.payment.id, why: 'no answer' },
      { kind: 'contract_past_last_day', id: past, why: 'no answer' },
      { kind: 'cover_without_certificate', id: uncovered, why: null },
      { kind: 'session_not_known', id: lost.payment.id, why: SESSION_NOT_KNOWN },
      { kind: 'payment_unreadable', id: unread.payment.id, why: 'no answer' },
      { kind: 'certificate_without_look_up', id: blind, why: NO_LOOK_UP },
      { kind: 'certificate_failed', id: failed, why: '-4: no stock' },
      { kind: 'certificate_late', id: late, why: '-4: no stock' },
      { kind: 'refund_manual', id: manual.payment.id, why: null },
      { kind: 'refund_in_trouble', id: waiting.payment.id, why: null },
      { kind: 'refund_in_trouble', id: refused.payment.id, why: 'refused' },
      { kind: 'document_late', id: unstored, why: 'no picture yet' },
      { kind: 'document_late', id: unmade, why: null },
    ]);
    const item = (id: string) => attention.find((each) => each.id === id);
    expect(item(silent.payment.id)).to.deep.include({
      companyId: silent.payment.companyId,
      since: minutesOn(1),
      nextTry: SOME_MORNING,
    });
    expect(item(unread.payment.id)).to.include({ since: SOME_MORNING, nextTry: minutesOn(30) });
    expect(item(failed)).to.include({ since: minutesOn(-7), nextTry: null });
    expect(item(unread.payment.id)?.companyName).to.be.a('string').and.not.equal('');
    expect(await workViews.attention(LATENESS, [failed, unread.payment.id, 'none'])).to.deep.equal(
      attention.filter(({ id }) => id === failed || id === unread.payment.id),
    );
    expect(await workViews.attention(LATENESS, [])).to.deep.equal([]);
  },

  'leave out what was dismissed, until its trouble begins anew or is another': async (subject) => {
    const { unitOfWork, workViews } = subject;
    const { payment } = await aPaymentIn(subject, aFailedPayment({ due: backingOff('no answer') }));
    const { companyId, id } = payment;
    const dismiss = (kind: AttentionKind, at: Instant) =>
      inUnit(unitOfWork, ({ dismissals }) => dismissals.add({ kind, companyId, id, at }));
    const put = (due: Due) =>
      inUnit(unitOfWork, async ({ payments }) => {
        const found = await payments.find(companyId, id);
        if (found) await payments.save({ ...found, due }, NOTE);
      });
    const listed = async () => (await workViews.attention(LATENESS)).map(({ kind }) => kind);
    const stuck = async () => {
      const payments = (await workViews.status(SOME_MORNING)).find(({ kind }) => kind === 'payments');
      return [payments?.stuck.length, payments?.troubled, payments?.oldestTrouble];
    };

    await dismiss('session_not_known', minutesOn(-1));
    await dismiss('payment_unreadable', minutesOn(-1));
    expect(await listed()).to.deep.equal(['payment_unreadable']);
    expect(await stuck()).to.deep.equal([1, 1, SOME_MORNING]);
    await dismiss('payment_unreadable', SOME_MORNING);
    await dismiss('payment_unreadable', minutesOn(-2));
    expect(await listed()).to.deep.equal([]);
    expect(await stuck()).to.deep.equal([0, 0, null]);

    await put(backingOff(SESSION_NOT_KNOWN));
    expect(await listed()).to.deep.equal(['session_not_known']);
    await put(backingOff('no answer', minutesOn(1)));
    expect(await stuck()).to.deep.equal([1, 1, minutesOn(1)]);
    const later = { ...LATENESS, lateSince: minutesOn(1) };
    expect((await workViews.attention(later)).map(({ kind }) => kind)).to.deep.equal(['payment_unreadable']);
  },

  'count the work of a thing until a trouble of that work is dismissed, whatever else of the thing was': async (
    subject,
  ) => {
    const { unitOfWork, workViews } = subject;
    const due = backingOff('no answer');
    const { payment } = await aPaymentIn(subject, aFailedPayment({ due }), { due });
    const stored = await storedQuote(unitOfWork);
    const over = { contract: { documentsDue: due }, request: { due } };
    const { contract } = await storedContract(unitOfWork, stored, over);
    const dismiss = (kind: AttentionKind, { companyId, id }: Pick<Contract, 'companyId' | 'id'>) =>
      inUnit(unitOfWork, ({ dismissals }) => dismissals.add({ kind, companyId, id, at: SOME_MORNING }));
    const troubled = async () =>
      (await workViews.status(SOME_MORNING)).flatMap(({ kind, troubled, oldestTrouble, stuck }) => {
        expect([stuck.length, oldestTrouble]).to.deep.equal([troubled, troubled > 0 ? SOME_MORNING : null]);
        return troubled > 0 ? [kind] : [];
      });

    await dismiss('overlapping_cover', contract);
    expect(await troubled()).to.deep.equal(['payments', 'refunds', 'certificates', 'documents']);
    await dismiss('cover_without_certificate', contract);
    expect(await troubled()).to.deep.equal(['payments', 'refunds', 'documents']);
    await dismiss('refund_in_trouble', payment);
    expect(await troubled()).to.deep.equal(['payments', 'documents']);
    await dismiss('document_late', contract);
    expect(await troubled()).to.deep.equal(['payments']);
    await dismiss('payment_unreadable', payment);
    expect(await troubled()).to.deep.equal([]);
  },

  'show what a person must see of a certificate at once, whatever state it is in': async (subject) => {
    const { workViews } = subject;
    const concerned = (kind: ConcernKind, request: Partial<CertificateRequest>, contract: Partial<Contract> = {}) =>
      aContractIn(subject, {
        contract,
        request: { created: minutesOn(1), ...request, concern: { kind, why: `told of ${kind}`, since: minutesOn(2) } },
      });
    const given = { status: 'issued', certificate: aCertificate(), due: null } as const;
    const cancelled = { at: SOME_MORNING, reason: 'it cannot be insured' };
    const waiting = { at: minutesOn(30), attempts: 3 };
    const expected = [
      ['credentials_refused', await concerned('credentials_refused', { due: waiting }), minutesOn(30)],
      ['certificate_not_ours', await concerned('certificate_not_ours', { due: null }), null],
      ['certificate_not_ours', await concerned('certificate_not_ours', given), null],
      [
        'certificate_after_cancel',
        await concerned('certificate_after_cancel', { status: 'failed', due: null }, { cancelled }),
        null,
      ],
      [
        'certificate_of_another_contract',
        await concerned('certificate_of_another_contract', { created: SOME_MORNING, due: waiting }),
        minutesOn(30),
      ],
    ] as const;
    const listed = await workViews.attention({ ...LATENESS, today: day('2026-01-16') });
    expect(listed.map(({ kind, id, why, since, nextTry }) => [kind, id, why, since, nextTry])).to.deep.equal(
      expected.map(([kind, id, nextTry]) => [kind, id, `told of ${kind}`, minutesOn(2), nextTry]),
    );
  },

  'show nothing more of a contract that was cancelled': async (subject) => {
    const contract = { cancelled: { at: SOME_MORNING, reason: 'it cannot be insured' } };
    const request = { status: 'failed', due: null, refusal: '-4: no stock' } as const;
    await aContractIn(subject, { contract: { ...contract, ...over('2026-01-15', '2026-04-14') }, request });
    expect(await subject.workViews.attention(LATENESS)).to.deep.equal([]);
  },

  'show the later of two contracts of one vehicle with some same day, until one of them is cancelled': async ({
    unitOfWork,
    workViews,
  }) => {
    const issued = { status: 'issued', certificate: aCertificate(), due: null } as const;
    const open = async (stored: StoredQuote, contract: Partial<Contract>) =>
      (await storedContract(unitOfWork, stored, { contract, request: issued })).contract;
    const stored = await storedQuote(unitOfWork);
    const next = () => anotherQuote(unitOfWork, stored.company, stored.vehicle);
    const earlier = await open(stored, over('2026-04-15', '2027-04-14'));
    const later = await open(await next(), { ...over('2027-04-14', '2028-04-13'), overlaps: true });
    await open(await next(), { ...over('2028-04-14', '2029-04-13'), overlaps: true });
    await open(await storedQuote(unitOfWork), over('2026-04-15', '2027-04-14'));
    const listed = async () =>
      (await workViews.attention(LATENESS)).map(({ kind, id, why, since, nextTry }) => [kind, id, why, since, nextTry]);
    const why = `some of its days are covered by ${earlier.policyNumber}`;
    expect(await listed()).to.deep.equal([['overlapping_cover', later.id, why, later.created, null]]);
    for (const which of [earlier, later]) {
      const cancel = (cancelled: Contract['cancelled']) =>
        inUnit(unitOfWork, async ({ contracts }) => {
          await contracts.find(which.companyId, which.id);
          await contracts.save({ ...which, cancelled }, NOTE);
        });
      await cancel({ at: SOME_MORNING, reason: 'insured twice' });
      expect(await listed()).to.deep.equal([]);
      await cancel(null);
    }
  },

  'tell why attempts come to nothing, also of what waits for its next one': async (subject) => {
    const { workViews } = subject;
    const waiting = await aPaymentIn(subject, aPayment({ due: backingOff('no answer', minutesOn(-9)) }));
    await aPaymentIn(subject, aPayment({ due: { ...backingOff('silence', minutesOn(-1)), at: SOME_MORNING } }));
    await aPaymentIn(subject, aPayment({ due: { ...dueIn(), attempts: 1 } }));
    await aPaymentIn(subject, aPayment({ due: { ...dueIn(), attempts: 0 } }));
    await aPaymentIn(subject, aPayment({ due: { ...dueIn(), at: minutesOn(1) } }));
    const status = (await workViews.status(SOME_MORNING)).find(({ kind }) => kind === 'payments');
    expect(status?.stuck.map(({ attempts, trouble }) => ({ attempts, trouble }))).to.deep.equal([
      { attempts: 3, trouble: 'no answer' },
      { attempts: 3, trouble: 'silence' },
      { attempts: 1, trouble: null },
    ]);
    expect(status?.stuck[0]).to.include({ id: waiting.payment.id, since: minutesOn(-9), nextTry: minutesOn(30) });
    const { payment, refund } = await aPaymentIn(subject, aFailedPayment(), { due: backingOff('refused') });
    const refunds = (await workViews.status(SOME_MORNING)).find(({ kind }) => kind === 'refunds');
    expect(refunds?.stuck[0]).to.include({ id: refund?.id, about: payment.id });
    expect(status).to.include({ due: 3, waiting: 2, oldest: SOME_MORNING });
    expect(status).to.include({ troubled: 2, oldestTrouble: minutesOn(-9) });
  },
});
