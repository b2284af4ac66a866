import { aPaidPayment, aRefund, at } from '@vehicle-insurance/testkit';
import type { Payment, Refund } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Cause } from '../../src/domain/ledger/entry.ts';
import { movementsOf } from '../../src/domain/statement/movement.ts';

const seen = at('2026-01-15T10:00:00.000Z');
const back = at('2026-01-15T11:00:00.000Z');

const of = (paymentId: string, subjectId: string) => ({ currency: 'XOF', paymentId, subjectId });

const find = (payments: readonly Payment[], refunds: readonly Refund[]) => movementsOf(payments, refunds, [], []);

describe('the movements of our records', () => {
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
    it(`count a refund as ${elsewhere ?? 'paid from this account'} if the books have ${booked.map(({ cause, subjectId }) => `${cause} of ${subjectId}`).join(', ') || 'no entry for it'}`, () => {
      const [, refund] = movementsOf([], [done('one')], booked, []);
      expect(refund).to.include({ kind: 'refund', sessionId: 'one', amount: -900, at: back });
      expect(refund?.elsewhere).to.equal(elsewhere);
    });

  it('include nothing for an entry without a discrepancy or with a cause that is not a debt', () => {
    expect(movementsOf([], [], about('d1', 'refund_repeated'), [])).to.deep.equal([]);
    expect(movementsOf([], [], about('d1', 'refund_by_hand'), [difference('d1', 'other')])).to.deep.equal([]);
  });
});
