import { aFailedPayment, aPaidPayment, aPayment, aPaymentSession, aRefund, at } from '@vehicle-insurance/testkit';
import type { Payment, Refund } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Cause } from '../../src/domain/ledger/entry.ts';
import { movementsOf } from '../../src/domain/statement/movement.ts';

const paidAt = at('2026-01-15T09:05:00.000Z');
const seen = at('2026-01-15T10:00:00.000Z');
const back = at('2026-01-15T11:00:00.000Z');

const of = (paymentId: string, subjectId: string) => ({ currency: 'XOF', paymentId, subjectId });

const find = (payments: readonly Payment[], refunds: readonly Refund[]) => movementsOf(payments, refunds, [], []);

describe('the movements of our records', () => {
  it('include the charge of a succeeded payment, and nothing of a pending or failed one', () => {
    const paid = aPaidPayment({ amount: 120_000, fees: 1_200, session: aPaymentSession({ id: 'one' }) });
    expect(find([paid, aPayment(), aFailedPayment()], [])).to.deep.equal([
      { ...of(paid.id, paid.id), kind: 'payment', sessionId: 'one', amount: 121_200, at: paidAt },
    ]);
  });

  it('include money that bought nothing, and its refund', () => {
    const due = aRefund({ sessionId: 'one', amount: 900, created: seen });
    const done = aRefund({ sessionId: 'two', amount: 800, created: seen, status: 'done', completed: back, due: null });
    expect(find([aFailedPayment()], [due, done])).to.deep.equal([
      { ...of(due.paymentId, due.paymentId), kind: 'payment', sessionId: 'one', amount: 900, at: seen },
      { ...of(done.paymentId, done.paymentId), kind: 'payment', sessionId: 'two', amount: 800, at: seen },
      { ...of(done.paymentId, done.id), kind: 'refund', sessionId: 'two', amount: -800, at: back },
    ]);
  });

  it('include the money of a cancelled contract once as received', () => {
    const paid = aPaidPayment({ amount: 120_000, fees: 0, session: aPaymentSession({ id: 'one' }) });
    const refund = aRefund({ sessionId: 'one', amount: 120_000, status: 'done', completed: back, due: null });
    expect(find([paid], [refund])).to.deep.equal([
      { ...of(paid.id, paid.id), kind: 'payment', sessionId: 'one', amount: 120_000, at: paidAt },
      { ...of(refund.paymentId, refund.id), kind: 'refund', sessionId: 'one', amount: -120_000, at: back },
    ]);
  });

  for (const [what, over] of Object.entries({
    'without a session': { session: null },
    'without a time': { completed: null },
  }))
    it(`include nothing of a succeeded payment ${what}`, () => {
      expect(find([aPaidPayment(over)], [])).to.deep.equal([]);
    });

  for (const [what, over] of Object.entries({
    'that an operator has yet to make': { status: 'manual', completed: back },
    'without a time': { status: 'done', completed: null },
  } as const))
    it(`include no outgoing money for a refund ${what}`, () => {
      const refund = aRefund({ sessionId: 'one', amount: 900, created: seen, due: null, ...over });
      expect(find([], [refund])).to.deep.equal([
        { ...of(refund.paymentId, refund.paymentId), kind: 'payment', sessionId: 'one', amount: 900, at: seen },
      ]);
    });
});

describe('the movements of refunds that the service did not make', () => {
  const done = (id: string) =>
    aRefund({ id, sessionId: id, amount: 900, created: seen, status: 'done', completed: back, due: null });
  const about = (subjectId: string, ...causes: readonly Cause[]) =>
    causes.map((cause) => ({ id: `${cause} ${subjectId}`, cause, subjectId, amount: 900, fee: 0 }));
  const difference = (id: string, kind: string) => ({ id, paymentId: 'p1', subject: `line ${kind} L-1`, at: seen });

  for (const [booked, elsewhere] of [
    [about('one', 'refund_by_hand'), 'uncovered'],
    [about('one', 'refund_by_hand', 'transfer_covered'), 'covered'],
    [about('one', 'refund_by_hand', 'repeated_settled'), 'covered'],
    [about('one', 'refund_by_hand', 'refund_on_pages'), undefined],
    [[...about('one', 'refund_by_hand'), ...about('two', 'transfer_covered', 'refund_on_pages')], 'uncovered'],
    [about('two', 'refund_by_hand'), undefined],
    [[], undefined],
  ] as const)
    it(`mark a refund as ${elsewhere ?? 'one of this account'} by its entries: ${booked.map(({ cause, subjectId }) => `${cause} of ${subjectId}`).join(', ') || 'nothing'}`, () => {
      const [, refund] = movementsOf([], [done('one')], booked, []);
      expect(refund).to.include({ kind: 'refund', sessionId: 'one', amount: -900, at: back });
      expect(refund?.elsewhere).to.equal(elsewhere);
    });

  it('include the debt of a payer by a line, of the line’s kind, until the payer has paid it', () => {
    const owed = [...about('d1', 'refund_repeated'), ...about('d2', 'refund_repeated')];
    const differences = [difference('d1', 'other'), difference('d2', 'payment')];
    const first = { ...of('p1', 'd1'), kind: 'other', sessionId: 'd1', amount: -900, at: seen };
    const second = { ...of('p1', 'd2'), kind: 'payment', sessionId: 'd2', amount: -900, at: seen };
    expect(movementsOf([], [], owed, differences)).to.deep.equal([first, second]);
    expect(movementsOf([], [], [...owed, ...about('d2', 'repeated_returned')], differences)).to.deep.equal([first]);
  });

  it('include nothing for an entry without a discrepancy or with a cause that is not a debt', () => {
    expect(movementsOf([], [], about('d1', 'refund_repeated'), [])).to.deep.equal([]);
    expect(movementsOf([], [], about('d1', 'refund_by_hand'), [difference('d1', 'other')])).to.deep.equal([]);
  });
});
