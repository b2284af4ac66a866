import { aFailedPayment, aPaidPayment, aPayment, aPaymentSession, aRefund, at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { movementsOf } from '../../src/domain/reconciliation/movement.ts';

const paidAt = at('2026-01-15T09:05:00.000Z');
const seen = at('2026-01-15T10:00:00.000Z');
const back = at('2026-01-15T11:00:00.000Z');

describe('What our records say moved', () => {
  it('is the charge of a payment that succeeded, and nothing of one that waits or failed', () => {
    const paid = aPaidPayment({ amount: 120_000, fees: 1_200, session: aPaymentSession({ id: 'one' }) });
    expect(movementsOf([paid, aPayment(), aFailedPayment()], [])).to.deep.equal([
      { kind: 'payment', sessionId: 'one', amount: 121_200, at: paidAt },
    ]);
  });

  it('is what was paid into a session that bought nothing, and what was given back of it', () => {
    const due = aRefund({ sessionId: 'one', amount: 900, created: seen });
    const done = aRefund({ sessionId: 'two', amount: 800, created: seen, status: 'done', completed: back, due: null });
    expect(movementsOf([aFailedPayment()], [due, done])).to.deep.equal([
      { kind: 'payment', sessionId: 'one', amount: 900, at: seen },
      { kind: 'payment', sessionId: 'two', amount: 800, at: seen },
      { kind: 'refund', sessionId: 'two', amount: -800, at: back },
    ]);
  });

  it('has the money of a cancelled contract come in once', () => {
    const paid = aPaidPayment({ amount: 120_000, fees: 0, session: aPaymentSession({ id: 'one' }) });
    const refund = aRefund({ sessionId: 'one', amount: 120_000, status: 'done', completed: back, due: null });
    expect(movementsOf([paid], [refund])).to.deep.equal([
      { kind: 'payment', sessionId: 'one', amount: 120_000, at: paidAt },
      { kind: 'refund', sessionId: 'one', amount: -120_000, at: back },
    ]);
  });

  for (const [what, over] of Object.entries({
    'without a session': { session: null },
    'without a time': { completed: null },
  }))
    it(`is nothing of a payment that succeeded ${what}`, () => {
      expect(movementsOf([aPaidPayment(over)], [])).to.deep.equal([]);
    });

  for (const [what, over] of Object.entries({
    'that an operator has yet to make': { status: 'manual', completed: back },
    'of which it is not known when it left': { status: 'done', completed: null },
  } as const))
    it(`is no money that went out for a refund ${what}`, () => {
      const refund = aRefund({ sessionId: 'one', amount: 900, created: seen, due: null, ...over });
      expect(movementsOf([], [refund])).to.deep.equal([{ kind: 'payment', sessionId: 'one', amount: 900, at: seen }]);
    });
});
