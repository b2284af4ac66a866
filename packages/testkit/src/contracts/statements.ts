import type {
  Entry,
  Instant,
  LocalDate,
  StatementImport,
  StatementLine,
  StatementReading,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day, SOME_MORNING } from '../builders/days.ts';
import { aDifference } from '../builders/difference.ts';
import { freshId, freshText } from '../builders/ids.ts';
import { aFailedPayment, aPaidPayment, aPaymentSession } from '../builders/payment.ts';
import { atOnce, dueAt, ENTRY, minutesOn, SOON, storeCases } from './store-bench.ts';

const aLine = (over: Partial<StatementLine> = {}): StatementLine => ({
  provider: 'fake',
  transactionId: freshText('T'),
  kind: 'payment',
  amount: 121_428,
  fee: 1_214,
  currency: 'XOF',
  reference: null,
  at: SOME_MORNING,
  ...over,
});

const aReading = (over: Partial<StatementReading> = {}): StatementReading => ({
  id: freshId(),
  provider: 'fake',
  day: day('2026-01-14'),
  read: null,
  due: dueAt(SOME_MORNING),
  ...over,
});

const DAY_END: Instant = minutesOn(15 * 60);
const NO_DAYS = new Set<LocalDate>();

/** Providers' statements, and the discrepancies found in them. */
export const statementsContract = storeCases('Statements', {
  'store each line once, by provider, transaction and kind, and update it': async ({ statements }) => {
    const [line, refund] = [aLine({ transactionId: 'T1' }), aLine({ transactionId: 'T1', kind: 'refund', amount: -5 })];
    const other = aLine({ transactionId: 'T1', provider: 'another', at: SOON });
    expect(await statements.keep([line, refund, other, line])).to.equal(3);
    expect(await statements.keep([line, other])).to.equal(0);
    const corrected = { ...other, fee: 7, reference: 'with\0nothing' };
    expect(await statements.keep([line, corrected])).to.equal(1);
    expect(await statements.keep([])).to.equal(0);
    const kept = await statements.lines(SOME_MORNING, DAY_END, 10);
    expect(kept).to.have.length(3);
    expect(kept.slice(0, 2)).to.have.deep.members([line, refund]);
    expect(kept[2]).to.include({ provider: 'another', fee: 7, at: SOON });
    expect(await statements.lines(SOME_MORNING, SOON, 1)).to.have.length(1);
    for (const change of [{ amount: 1 }, { fee: 2 }, { currency: 'GMD' }, { reference: 'ours' }, { at: SOON }]) {
      Object.assign(line, change);
      expect(await statements.keep([line])).to.equal(1);
      expect(await statements.lines(SOME_MORNING, DAY_END, 10)).to.deep.include(line);
    }
    expect(await statements.lines(SOON, SOON, 10)).to.deep.equal([]);
  },

  'keep the reference of a line that later arrives without one': async ({ statements }) => {
    const line = aLine({ reference: 'ours' });
    await statements.keep([line]);
    expect(await statements.keep([{ ...line, reference: null }])).to.equal(0);
    expect(await statements.keep([{ ...line, reference: null, fee: 7 }])).to.equal(1);
    expect(await statements.lines(SOME_MORNING, DAY_END, 10)).to.deep.equal([{ ...line, fee: 7 }]);
    expect(await statements.keep([{ ...line, fee: 7, reference: 'other' }])).to.equal(1);
  },

  'return the stored lines with the provider, transaction and kind of the given ones': async ({ statements }) => {
    const [line, other] = [aLine({ transactionId: 'T1' }), aLine({ transactionId: 'T1', provider: 'another' })];
    const refund = aLine({ transactionId: 'T1', kind: 'refund' });
    await statements.keep([line, other, refund, aLine()]);
    expect(await statements.stored([])).to.deep.equal([]);
    expect(await statements.stored([{ ...line, amount: 1 }, aLine(), aLine({ transactionId: 'T\0' })])).to.deep.equal([
      line,
    ]);
    expect(await statements.stored([line, refund, other])).to.have.deep.members([line, refund, other]);
  },

  'list who imported which statements, latest first, of one provider or of all': async (store) => {
    const imported = (over: Partial<StatementImport>): StatementImport => ({
      ...{ id: freshId(), at: SOME_MORNING, provider: 'fake', from: null, until: null },
      ...{ lines: 0, kept: 0, mapping: '{}', why: null, by: 'operator' },
      ...over,
    });
    const byTwo = {
      account: { issuer: 'i', subject: 's' },
      confirmedBy: { name: 'Koffi', issuer: null, subject: null },
    };
    const all = [
      imported({ from: day('2026-01-14'), until: day('2026-01-15'), lines: 3, kept: 2, why: 'why', ...byTwo }),
      imported({ at: SOON, provider: 'another', mapping: '{"skip":1}' }),
      imported({ at: minutesOn(2) }),
    ];
    for (const each of all) await store.unit((tx) => tx.statements.addImport(each));
    expect(await store.statements.imports(10)).to.deep.equal(all.toReversed());
    expect(await store.statements.imports(1)).to.deep.equal(all.slice(2));
    expect(await store.statements.imports(10, 'another')).to.deep.equal(all.slice(1, 2));
    expect(await store.statements.imports(10, 'none')).to.deep.equal([]);
  },

  'store the same lines once if many import them at the same time': async ({ statements }) => {
    const lines = Array.from({ length: 40 }, () => aLine());
    const kept = await Promise.all([lines, lines.toReversed(), lines, lines.toReversed()].map(statements.keep));
    expect(kept.reduce((all, each) => all + each, 0)).to.be.at.least(40);
    expect(await statements.lines(SOME_MORNING, DAY_END, 100)).to.have.deep.members(lines);
  },

  'plan a day once, and record which days were read': async (store) => {
    const { statements, unit, dueWork } = store;
    const reading = aReading();
    await atOnce(3, () => statements.plan({ ...reading, id: freshId() }));
    await statements.plan(aReading({ day: day('2026-01-13'), due: null }));
    const anothers = aReading({ provider: 'another', day: day('2026-01-15') });
    await statements.plan(anothers);
    expect([...(await statements.daysPlanned('fake', day('2026-01-14')))]).to.deep.equal(['2026-01-14']);
    expect(await statements.daysRead('fake')).to.deep.equal(NO_DAYS);
    const claims = await dueWork.claim({ kind: 'statements' }, SOME_MORNING, 10);
    expect(claims).to.have.length(2);
    for (const { id, companyId } of claims) {
      expect(companyId).to.equal('');
      await unit(async (tx) => {
        const found = await tx.statements.find(id);
        if (found) await tx.statements.save({ ...found, read: SOON, due: null });
      });
    }
    expect([...(await statements.daysRead('fake'))]).to.deep.equal(['2026-01-14']);
    expect([...(await statements.daysRead('another'))]).to.deep.equal(['2026-01-15']);
    for (const each of [day('2026-01-12'), day('2026-01-13')])
      await unit((tx) => tx.statements.readByHand(aReading({ day: each, read: SOON, due: null })));
    expect([...(await statements.daysRead('fake'))].toSorted()).to.deep.equal([
      '2026-01-12',
      '2026-01-13',
      '2026-01-14',
    ]);
    expect(await unit((tx) => tx.statements.find(freshId()))).to.equal(undefined);
    // A process that was reading the same day must read the row again before saving.
    const byHand = aReading({ ...anothers, id: freshId(), read: minutesOn(2), due: null });
    let runs = 0;
    await unit(async (tx) => {
      const found = await tx.statements.find(anothers.id);
      if ((runs += 1) === 1) await unit((other) => other.statements.readByHand(byHand));
      if (found) await tx.statements.save({ ...found, due: dueAt(SOON) });
    });
    const kept = await unit((tx) => tx.statements.find(anothers.id));
    expect([runs, kept?.read]).to.deep.equal([2, byHand.read]);
  },

  'return everything under one of our references, including a duplicate session, but nothing under other references':
    async (store) => {
      const { quote } = await store.addQuote();
      const session = aPaymentSession();
      const own = await store.addPayment(aPaidPayment({ session, completed: SOON }), quote);
      const duplicate = aFailedPayment({ duplicateOf: own.id, session: aPaymentSession(), created: SOME_MORNING });
      const second = await store.addPayment(duplicate, quote);
      const { payment: alien, refund: alienRefund } = await store.addRefunded(aFailedPayment(), {
        created: SOME_MORNING,
      });
      const refund = {
        ...alienRefund,
        id: freshId(),
        companyId: own.companyId,
        paymentId: second.id,
        sessionId: second.session?.id ?? '',
        created: minutesOn(5),
      };
      await store.unit((tx) => tx.refunds.add(refund, ENTRY));
      await store.changeRefund(refund, { status: 'done', completed: minutesOn(8), due: null });
      const [line, stranger] = [aLine({ reference: own.id }), aLine({ reference: 'order 42' })];
      await store.statements.keep([line, stranger, aLine({ reference: own.id, provider: 'another' })]);
      const { companyId, id: paymentId } = own;
      const difference = aDifference({ companyId, paymentId });
      await store.unit((tx) => tx.statements.put(difference));

      const [facts, ...more] = await store.statements.facts('fake', [own.id, 'order 42', freshId()]);
      expect(more).to.deep.equal([]);
      expect(facts).to.deep.include({ reference: own.id, companyId, quoteId: quote.id });
      expect(facts?.payments.map(({ id }) => id)).to.have.members([own.id, second.id]);
      expect(facts?.refunds.map(({ id }) => id)).to.deep.equal([refund.id]);
      expect(facts?.lines).to.deep.equal([line]);
      expect(facts?.differences).to.deep.equal([difference]);
      expect(await store.unit((tx) => tx.statements.facts(companyId, 'fake', own.id))).to.deep.equal(facts);
      expect(await store.unit((tx) => tx.statements.facts(companyId, 'another', own.id))).to.equal(undefined);
      expect(await store.unit((tx) => tx.statements.facts(freshId(), 'fake', own.id))).to.equal(undefined);
      expect(await store.statements.facts('another', [own.id])).to.deep.equal([]);
      const both = await store.statements.facts('fake', [own.id, alien.id]);
      expect(both.flatMap(({ refunds }) => refunds.map(({ id }) => id))).to.have.members([refund.id, alienRefund.id]);

      const provider = 'another';
      const elsewhere = await store.addPayment(aPaidPayment({ provider, session: aPaymentSession(), completed: SOON }));
      const unused = aFailedPayment({ provider, session: aPaymentSession() });
      const { payment: refunded } = await store.addRefunded(unused, { provider, created: SOME_MORNING });
      const ofAnother = await store.statements.references(provider, SOME_MORNING, DAY_END);
      expect(ofAnother).to.have.members([own.id, elsewhere.id, refunded.id]);
      const references = await store.statements.references('fake', SOME_MORNING, DAY_END);
      expect(references).to.have.members([own.id, 'order 42', alien.id]);
      expect(await store.statements.references('fake', minutesOn(1), minutesOn(2))).to.deep.equal([own.id]);
      expect(await store.statements.references('fake', minutesOn(5), minutesOn(6))).to.deep.equal([own.id]);
      expect(await store.statements.references('fake', minutesOn(6), minutesOn(8))).to.deep.equal([]);
      expect(await store.statements.references('fake', minutesOn(8), minutesOn(9))).to.deep.equal([own.id]);
      expect(await store.statements.references('fake', minutesOn(9), DAY_END)).to.deep.equal([]);
    },

  'return the entries about fees, their corrections, refunds and discrepancies under a reference, and no others':
    async (store) => {
      const { quote } = await store.addQuote();
      const { companyId, id: paymentId } = await store.addPayment(aPaidPayment(), quote);
      const difference = aDifference({ companyId, paymentId });
      await store.unit((tx) => tx.statements.put(difference));
      const booked = async () => (await store.statements.facts('fake', [paymentId]))[0]?.booked;
      expect(await booked()).to.deep.equal([]);
      const entry = (cause: Entry['cause'], subjectId: string, fee = 2, id = freshId()): Entry => ({
        ...{ id, companyId, insurer: null, wallet: 'fake', cause, subjectId, paymentId },
        ...{ at: SOME_MORNING, bookedOn: day('2026-01-15') },
        postings: [
          { account: 'receivable', amount: 5 },
          { account: 'merchant_fees', amount: fee },
          { account: 'wallet', amount: -5 - fee },
        ],
      });
      const [owed, kept, raised, lowered] = [freshId(), freshId(), freshId(), freshId()];
      await store.unit(async ({ ledger }) => {
        await ledger.post(entry('payment_succeeded', difference.id));
        await ledger.post(entry('refund_repeated', difference.id, 2, owed));
        await ledger.post({ ...entry('refund_repeated', freshId()), paymentId: freshId() });
        await ledger.post(entry('payment_succeeded', paymentId));
        await ledger.post(entry('merchant_fee_kept', paymentId, 2, kept));
        await ledger.post(entry('merchant_fee_corrected', kept, 3, raised));
        await ledger.post(entry('merchant_fee_corrected', raised, -4, lowered));
        await ledger.post({ ...entry('merchant_fee_kept', freshId()), paymentId: freshId() });
      });
      const all = [
        { id: owed, cause: 'refund_repeated', subjectId: difference.id, amount: 7, fee: 2 },
        { id: kept, cause: 'merchant_fee_kept', subjectId: paymentId, amount: 7, fee: 2 },
        { id: raised, cause: 'merchant_fee_corrected', subjectId: kept, amount: 8, fee: 3 },
        { id: lowered, cause: 'merchant_fee_corrected', subjectId: raised, amount: 5, fee: -4 },
      ];
      expect(await booked()).to.have.deep.members(all);
      const inUnit = await store.unit((tx) => tx.statements.facts(companyId, 'fake', paymentId));
      expect(inUnit?.booked).to.have.deep.members(all);
    },
});
