import type {
  ActionItem,
  ActionItemKind,
  CertificateRequest,
  ConcernKind,
  Contract,
  Due,
  Instant,
  Lateness,
  Problem,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation, aCertificate } from '../builders/contract.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { aFailedPayment, aPayment, aRefund } from '../builders/payment.ts';
import type { StoredQuote } from '../builders/stored.ts';
import { NO_ANSWER, OUT_OF_STOCK } from '../builders/stored.ts';
import { backingOff, dueIn, ENTRY, idsOf, minutesOn, storeCases } from './store-bench.ts';

/** Bounds in minutes after `SOME_MORNING`: 1 for payments, 5 for certificates of begun contracts, 0 for other work. */
const LATENESS: Lateness = {
  windowsBegunUntil: minutesOn(1),
  lateSince: SOME_MORNING,
  certificatesAskedUntil: minutesOn(5),
  today: day('2026-04-15'),
};

/** A contract's first and last day of cover. */
const over = (startDate: string, endDate = '2027-04-14') => ({ startDate: day(startDate), endDate: day(endDate) });

const UNKNOWN_SESSION: Problem = { code: 'session_not_known' };
const UNSEARCHABLE: Problem = { code: 'no_look_up' };
const NO_PICTURE: Problem = { code: 'file_not_ready', file: 'picture' };
const REFUSED: Problem = { code: 'refund_refused' };

const ISSUED = { status: 'issued', certificate: aCertificate(), due: null } as const;

const inShort = ({ kind, id, why, since, nextTry }: ActionItem) => [kind, id, why, since, nextTry];

/** The requirements on the list of action items over all companies. */
export const actionItemQueriesContract = storeCases('The list of action items', {
  'shows overdue work, the most urgent kind first': async (store) => {
    const silent = await store.addPayment(aPayment({ created: minutesOn(1), due: dueIn(UNKNOWN_SESSION) }));
    const opening = await store.addPayment(aPayment({ status: 'opening', session: null, created: SOME_MORNING }));
    await store.addPayment(aPayment({ created: minutesOn(2), due: dueIn(NO_ANSWER) }));
    const unknown = await store.addPayment(aFailedPayment({ due: dueIn(UNKNOWN_SESSION) }));
    const unread = await store.addPayment(aFailedPayment({ due: backingOff(NO_ANSWER) }));
    await store.addPayment(aFailedPayment({ due: backingOff(NO_ANSWER, minutesOn(1)) }));
    await store.addPayment(aFailedPayment({ due: dueIn() }));
    const manual = await store.addRefunded(aFailedPayment(), { status: 'manual', due: null });
    const inVain = { due: backingOff(REFUSED, minutesOn(1)), created: minutesOn(1) };
    const refused = await store.addRefunded(aFailedPayment(), inVain);
    const waiting = await store.addRefunded(aFailedPayment(), { due: dueIn() });
    await store.addRefunded(aFailedPayment(), { due: dueIn(), created: minutesOn(1) });

    const [ended, begun, coming] = [over('2026-01-15', '2026-04-14'), over('2026-04-15'), over('2026-04-16')];
    const past = await store.contractId({ contract: ended, request: { due: dueIn(NO_ANSWER) } });
    await store.contractId({ contract: ended, request: ISSUED });
    const lost = await store.contractId({
      contract: ended,
      request: { status: 'failed', due: null, refusal: OUT_OF_STOCK },
    });
    const last = await store.contractId({
      contract: over('2026-01-15', '2026-04-15'),
      request: { due: dueIn(NO_ANSWER) },
    });
    const uncovered = await store.contractId({ contract: begun, request: { created: minutesOn(5), due: dueIn() } });
    await store.contractId({ contract: begun, request: { created: minutesOn(6), due: dueIn(NO_ANSWER) } });
    const blind = await store.contractId({ contract: begun, request: { due: dueIn(UNSEARCHABLE) } });
    const failed = await store.contractId({
      contract: begun,
      request: { status: 'failed', due: null, refusal: OUT_OF_STOCK, firstRefused: minutesOn(-7) },
    });
    const late = await store.contractId({
      contract: coming,
      request: { due: backingOff(NO_ANSWER), refusal: OUT_OF_STOCK },
    });
    await store.contractId({ contract: coming, request: { created: minutesOn(1), due: dueIn(NO_ANSWER) } });
    const issuedWith = (documentsDue: Due) =>
      store.contractId({ contract: { ...begun, documentsDue }, request: ISSUED });
    const unstored = await issuedWith(backingOff(NO_PICTURE));
    const unmade = await issuedWith(dueIn());
    await issuedWith(backingOff(NO_ANSWER, minutesOn(1)));

    const actionItems = await store.workQueries.actionItems(LATENESS);
    expect(actionItems.map(({ kind, id, why }) => ({ kind, id, why }))).to.deep.equal([
      { kind: 'payment_past_window', id: opening.id, why: null },
      { kind: 'payment_past_window', id: silent.id, why: UNKNOWN_SESSION },
      { kind: 'contract_past_last_day', id: past, why: NO_ANSWER },
      { kind: 'contract_past_last_day', id: lost, why: OUT_OF_STOCK },
      { kind: 'cover_without_certificate', id: last, why: NO_ANSWER },
      { kind: 'cover_without_certificate', id: uncovered, why: null },
      { kind: 'session_not_known', id: unknown.id, why: UNKNOWN_SESSION },
      { kind: 'payment_unreadable', id: unread.id, why: NO_ANSWER },
      { kind: 'certificate_without_look_up', id: blind, why: UNSEARCHABLE },
      { kind: 'certificate_failed', id: failed, why: OUT_OF_STOCK },
      { kind: 'certificate_failed', id: lost, why: OUT_OF_STOCK },
      { kind: 'certificate_late', id: late, why: NO_ANSWER },
      { kind: 'refund_manual', id: manual.payment.id, why: null },
      { kind: 'refund_failing', id: waiting.payment.id, why: null },
      { kind: 'refund_failing', id: refused.payment.id, why: REFUSED },
      { kind: 'document_late', id: unstored, why: NO_PICTURE },
      { kind: 'document_late', id: unmade, why: null },
    ]);
    const item = (id: string) => actionItems.find((each) => each.id === id);
    const { companyId } = silent;
    expect(item(silent.id)).to.deep.include({ companyId, since: minutesOn(1), nextTry: SOME_MORNING });
    expect(item(unread.id)).to.include({ since: SOME_MORNING, nextTry: minutesOn(30) });
    expect(item(failed)).to.include({ since: minutesOn(-7), nextTry: null });
    expect(item(unread.id)?.companyName).to.be.a('string').and.not.equal('');
    expect(await store.workQueries.actionItems(LATENESS, [late, unread.id, 'none'])).to.deep.equal(
      actionItems.filter(({ id }) => id === late || id === unread.id),
    );
    expect(await store.workQueries.actionItems(LATENESS, [])).to.deep.equal([]);
  },

  'leaves out a dismissed item until its error begins again or changes': async (store) => {
    const payment = await store.addPayment(aFailedPayment({ due: backingOff(NO_ANSWER) }));
    const { companyId, id } = payment;
    const dismiss = (kind: ActionItemKind, at: Instant) =>
      store.unit(({ dismissals }) => dismissals.add({ kind, companyId, id, at }));
    const list = async () => (await store.workQueries.actionItems(LATENESS)).map(({ kind }) => kind);
    const stuck = async () => {
      const payments = await store.statusOf('payments');
      return [payments?.stuck.length, payments?.failing, payments?.oldestFailing];
    };

    await dismiss('session_not_known', minutesOn(-1));
    await dismiss('payment_unreadable', minutesOn(-1));
    expect(await list()).to.deep.equal(['payment_unreadable']);
    expect(await stuck()).to.deep.equal([1, 1, SOME_MORNING]);
    await dismiss('payment_unreadable', SOME_MORNING);
    await dismiss('payment_unreadable', minutesOn(-2));
    expect(await list()).to.deep.equal([]);
    expect(await stuck()).to.deep.equal([0, 0, null]);

    await store.changePayment(payment, { due: backingOff(UNKNOWN_SESSION) });
    expect(await list()).to.deep.equal(['session_not_known']);
    await store.changePayment(payment, { due: backingOff(NO_ANSWER, minutesOn(1)) });
    expect(await stuck()).to.deep.equal([1, 1, minutesOn(1)]);
    const later = { ...LATENESS, lateSince: minutesOn(1) };
    expect((await store.workQueries.actionItems(later)).map(({ kind }) => kind)).to.deep.equal(['payment_unreadable']);
  },

  // Proves: dismissed
  'counts failing work until its own action item is dismissed': async (store) => {
    const due = backingOff(NO_ANSWER);
    const { payment } = await store.addRefunded(aFailedPayment({ due }), { due });
    const { contract } = await store.addContract({ contract: { documentsDue: due }, request: { due } });
    const dismiss = (kind: ActionItemKind, { companyId, id }: Pick<Contract, 'companyId' | 'id'>) =>
      store.unit(({ dismissals }) => dismissals.add({ kind, companyId, id, at: SOME_MORNING }));
    const failing = async () =>
      (await store.workQueries.status(SOME_MORNING)).flatMap(({ kind, failing, oldestFailing, stuck }) => {
        expect([stuck.length, oldestFailing]).to.deep.equal([failing, failing > 0 ? SOME_MORNING : null]);
        return failing > 0 ? [kind] : [];
      });

    await dismiss('overlapping_cover', contract);
    expect(await failing()).to.deep.equal(['payments', 'refunds', 'certificates', 'documents']);
    await dismiss('cover_without_certificate', contract);
    expect(await failing()).to.deep.equal(['payments', 'refunds', 'documents']);
    await dismiss('refund_failing', payment);
    expect(await failing()).to.deep.equal(['payments', 'documents']);
    await dismiss('document_late', contract);
    expect(await failing()).to.deep.equal(['payments']);
    await dismiss('payment_unreadable', payment);
    expect(await failing()).to.deep.equal([]);
  },

  'shows every certificate concern immediately, in any state of the request': async (store) => {
    const about = (policyNumber: string) => ({ code: 'other_policy', policyNumber }) as const;
    const addConcern = (kind: ConcernKind, request: Partial<CertificateRequest>, contract: Partial<Contract> = {}) =>
      store.contractId({
        contract,
        request: { created: minutesOn(1), ...request, concern: { kind, why: about(kind), since: minutesOn(2) } },
      });
    const cancelled = aCancellation({ at: SOME_MORNING, reason: 'it cannot be insured' });
    const waiting = { at: minutesOn(30), attempts: 3 };
    const expected = [
      ['credentials_refused', await addConcern('credentials_refused', { due: waiting }), minutesOn(30)],
      ['certificate_not_ours', await addConcern('certificate_not_ours', { due: null }), null],
      ['certificate_not_ours', await addConcern('certificate_not_ours', ISSUED), null],
      [
        'certificate_after_cancel',
        await addConcern('certificate_after_cancel', { status: 'failed', due: null }, { cancelled }),
        null,
      ],
      [
        'certificate_of_another_contract',
        await addConcern('certificate_of_another_contract', { created: SOME_MORNING, due: waiting }),
        minutesOn(30),
      ],
    ] as const;
    const listed = await store.workQueries.actionItems({ ...LATENESS, today: day('2026-01-16') });
    expect(listed.map(inShort)).to.deep.equal(
      expected.map(([kind, id, nextTry]) => [kind, id, about(kind), minutesOn(2), nextTry]),
    );
  },

  'shows a certificate request that is no longer needed but has been open for too long': async (store) => {
    const cancelled = aCancellation({ at: SOME_MORNING, reason: 'it cannot be insured' });
    const accepted = { requestNumber: 'D7', requestReference: 'R7', at: minutesOn(-60) };
    const waiting = { at: minutesOn(30), attempts: 3 };
    const before = { created: minutesOn(-60), due: waiting, accepted };
    const openLookUp = (request: Partial<CertificateRequest>, contract: Partial<Contract> = {}) =>
      store.contractId({ contract, request: { ...before, ...request } });
    const [failed, issued] = [{ status: 'failed' }, { ...ISSUED, due: waiting, attached: minutesOn(-20) }] as const;
    const silent = await openLookUp({ ...failed, due: backingOff(NO_ANSWER) }, { cancelled });
    const attached = await openLookUp(issued);
    await openLookUp({ ...failed, due: null }, { cancelled });
    await openLookUp({ ...issued, due: null });
    await openLookUp({ ...issued, attached: minutesOn(1) });
    await openLookUp(failed, { cancelled: { ...cancelled, at: minutesOn(1) } });
    const listed = await store.workQueries.actionItems({ ...LATENESS, today: day('2026-01-16') });
    expect(listed.map(inShort)).to.deep.equal([
      ['request_left_open', attached, { code: 'request_open', requestNumber: 'D7' }, minutesOn(-20), minutesOn(30)],
      ['request_left_open', silent, NO_ANSWER, SOME_MORNING, minutesOn(30)],
    ]);
    const blind = await openLookUp({ ...failed, due: backingOff(UNSEARCHABLE) }, { cancelled });
    const concern = { kind: 'credentials_refused', why: UNSEARCHABLE, since: SOME_MORNING } as const;
    const refused = await openLookUp({ ...issued, concern });
    const attachedBlind = await openLookUp({ ...issued, due: backingOff(UNSEARCHABLE) });
    const others = await store.workQueries.actionItems(LATENESS, [blind, refused, attachedBlind]);
    expect(others.map(({ kind, id }) => [kind, id])).to.deep.equal([
      ['credentials_refused', refused],
      ['certificate_without_look_up', blind],
      ['request_left_open', attachedBlind],
    ]);
  },

  'shows money in another currency until it is dismissed, in any state of its refund': async (store) => {
    const { payment, refund } = await store.addRefunded(aFailedPayment(), {
      ...{ amount: 9_000, currency: 'GMD', created: minutesOn(2) },
      ...{ status: 'done', completed: minutesOn(3), due: null },
    });
    await store.addRefunded(aFailedPayment(), { status: 'done', completed: minutesOn(3), due: null });
    const found = await store.unit(({ refunds }) => refunds.find(refund.companyId, refund.id));
    expect(found?.currency).to.equal('GMD');
    const { companyId, id } = payment;
    const list = async () => (await store.workQueries.actionItems(LATENESS)).map(inShort);
    expect(await list()).to.deep.equal([
      ['other_currency', id, { code: 'other_currency', amount: 9_000, currency: 'GMD' }, minutesOn(2), null],
    ]);
    await store.unit(({ dismissals }) => dismissals.add({ kind: 'other_currency', companyId, id, at: minutesOn(4) }));
    expect(await list()).to.deep.equal([]);
  },

  'lists the oldest items of a kind, and counts those beyond the limit of the list': async (store) => {
    const { companyId, id: quoteId } = (await store.addQuote()).quote;
    const [paymentIds, refundIds]: [string[], string[]] = [[], []];
    await store.unit(async ({ payments, refunds }) => {
      for (let age = 0; age < 103; age += 1) {
        const at = minutesOn(-age);
        const payment = aFailedPayment({ companyId, quoteId, due: backingOff(UNKNOWN_SESSION, at) });
        const due = age % 2 === 0 ? { at, attempts: 1 } : backingOff(REFUSED, at);
        const refund = aRefund({ companyId, paymentId: payment.id, created: at, due });
        await payments.add(payment, ENTRY);
        await refunds.add(refund, ENTRY);
        paymentIds.unshift(payment.id);
        refundIds.unshift(refund.id);
      }
    });
    const items = await store.workQueries.actionItems(LATENESS);
    for (const kind of ['session_not_known', 'refund_failing'])
      expect(items.filter((each) => each.kind === kind).map(({ id, total }) => [id, total])).to.deep.equal(
        paymentIds.slice(0, 100).map((id) => [id, 103]),
      );
    for (const [kind, ids] of [['payments', paymentIds] as const, ['refunds', refundIds] as const])
      expect(idsOf((await store.statusOf(kind))?.stuck ?? [])).to.deep.equal(ids.slice(0, 10));
  },

  'shows no items of a cancelled contract': async (store) => {
    const contract = { cancelled: aCancellation({ at: SOME_MORNING, reason: 'it cannot be insured' }) };
    const request = { status: 'failed', due: null, refusal: OUT_OF_STOCK } as const;
    await store.contractId({ contract: { ...contract, ...over('2026-01-15', '2026-04-14') }, request });
    expect(await store.workQueries.actionItems(LATENESS)).to.deep.equal([]);
  },

  'shows the later of two overlapping contracts of one vehicle until one of them is cancelled': async (store) => {
    const open = async (stored: StoredQuote, contract: Partial<Contract>) =>
      (await store.addContract({ contract, request: ISSUED }, stored)).contract;
    const stored = await store.addQuote();
    const next = () => store.addQuoteFor(stored);
    const earlier = await open(stored, over('2026-04-15', '2027-04-14'));
    const later = await open(await next(), { ...over('2027-04-14', '2028-04-13'), overlaps: true });
    await open(await next(), { ...over('2028-04-14', '2029-04-13'), overlaps: true });
    await open(await store.addQuote(), over('2026-04-15', '2027-04-14'));
    const list = async () => (await store.workQueries.actionItems(LATENESS)).map(inShort);
    const why = { code: 'days_covered', policies: [earlier.policyNumber] };
    expect(await list()).to.deep.equal([['overlapping_cover', later.id, why, later.created, null]]);
    for (const which of [earlier, later]) {
      await store.changeContract(which, { cancelled: aCancellation({ at: SOME_MORNING, reason: 'insured twice' }) });
      expect(await list()).to.deep.equal([]);
      await store.changeContract(which, { cancelled: null });
    }
    await open(await next(), { ...over('2027-01-01', '2027-12-31'), overlaps: true });
    const both = { ...why, policies: [earlier.policyNumber, later.policyNumber] };
    expect((await store.workQueries.actionItems(LATENESS)).map((item) => item.why)).to.deep.equal([why, both]);
  },
});
