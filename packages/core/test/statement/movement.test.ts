import { aPaidPayment, aRefund, SOME_MORNING } from '@vehicle-insurance/testkit';
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
