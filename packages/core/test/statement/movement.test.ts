import { aDifference, aPaidPayment, aRefund, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { movementsOf } from '../../src/domain/statement/movement.ts';

describe('the movements of our records', () => {
  for (const [what, over] of Object.entries({
    'without a session': { session: null },
    'without a time': { completed: null },
  }))
    it(`include nothing of a succeeded payment ${what}`, () => {
      expect(movementsOf([aPaidPayment(over)], [], [], [])).to.deep.equal([]);
    });

  it('include money that was not due, as the line of its own difference, until it is returned', () => {
    const [refund, payment] = ['line refund T1', 'line payment T2'].map((subject) => aDifference({ subject }));
    if (!refund || !payment) throw new Error('expected two differences');
    const about = { id: 'entry-1', subjectId: payment.id, amount: 900, fee: 0 };
    const repeated = { ...about, cause: 'refund_repeated' } as const;
    const { id, paymentId, at } = payment;
    expect(movementsOf([], [], [repeated], [refund, payment])).to.deep.equal([
      { kind: 'payment', sessionId: id, amount: -900, currency: 'XOF', at, paymentId, subjectId: id },
    ]);
    const returned = { ...about, cause: 'repeated_returned' } as const;
    expect(movementsOf([], [], [repeated, returned], [refund, payment])).to.deep.equal([]);
  });

  for (const [what, over] of Object.entries({
    'that an operator has yet to make': { status: 'manual', completed: SOME_MORNING },
    'without a time': { status: 'done', completed: null },
  } as const))
    it(`include no outgoing money for a refund ${what}`, () => {
      const { paymentId, sessionId, ...refund } = aRefund({ amount: 900, ...over });
      const whose = { paymentId, subjectId: paymentId, sessionId };
      expect(movementsOf([], [{ ...refund, paymentId, sessionId }], [], [])).to.deep.equal([
        { ...whose, kind: 'payment', amount: 900, currency: 'XOF', at: refund.created },
      ]);
    });
});
