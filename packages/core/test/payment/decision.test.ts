import { done, later, unknown, type Instant, type Outcome, type Payment, type Session } from '@vehicle-insurance/core';
import { aFailedPayment, aPayment, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { decide, reasonToClose } from '../../src/domain/payment/decision.ts';

const payment = aPayment();
const { created } = payment;
const after = (minutes: number): Instant => later(created, { minutes });
const WINDOW_END = after(30);
const DEBIT_WAIT_END = after(60);

const answer = (state: Session['state'], over: Partial<Session> = {}): Outcome<Session> =>
  done({
    ...{ id: payment.session?.id ?? '', state, url: null, amount: 121_428, currency: 'XOF' },
    ...{ created, expires: null, completed: null, lastFailure: null },
    ...over,
  });

const decideOvertaken = (before: Payment, said: Outcome<Session>, asked: Instant) =>
  decide(before, { asked, askedSince: asked, closing: null, said, isOvertaken: true }, later(asked, { seconds: 5 }));

describe('an answer to a query after which a notification arrived', () => {
  it('fails a payment only half an hour after its window, and the provider is then queried at once', () => {
    for (const asked of [after(5), WINDOW_END, later(DEBIT_WAIT_END, { milliseconds: -1 })])
      expect(decideOvertaken(payment, answer('expired'), asked)).to.equal(null);
    const decided = decideOvertaken(payment, answer('expired'), DEBIT_WAIT_END)?.payment;
    expect(decided).to.include({ status: 'failed', failureReason: 'expired' });
    expect(decided?.due?.at).to.equal(DEBIT_WAIT_END);
  });

  it('leaves a payment pending if it does not fail it, and the provider is queried again at once', () => {
    const decided = decideOvertaken(payment, unknown(NO_ANSWER), after(5))?.payment;
    expect(decided?.status).to.equal('pending');
    expect(decided?.due).to.deep.include({ at: after(5), lastError: NO_ANSWER });
  });

  it('confirms a payment, or refunds late money', () => {
    const confirmed = decideOvertaken(payment, answer('paid', { completed: after(4) }), after(5));
    expect(confirmed?.payment).to.include({ status: 'succeeded', due: null });
    const failed = aFailedPayment({ session: payment.session, created });
    const late = decideOvertaken(failed, answer('paid', { completed: after(90) }), after(91));
    expect(late?.refund).to.include({ state: 'paid', completed: after(90) });
    expect(late?.payment.due).to.equal(null);
  });
});

describe('a debit in progress', () => {
  it('keeps a payment pending while its session is open, and allows late money only if it began within the window', () => {
    for (const [asked, processingSeen] of [
      [later(WINDOW_END, { milliseconds: -1 }), true],
      [WINDOW_END, false],
      [DEBIT_WAIT_END, false],
    ] as const) {
      const inquiry = { asked, askedSince: asked, closing: null, said: answer('processing'), isOvertaken: false };
      expect(decide(payment, inquiry, asked)?.payment).to.include({ status: 'pending', processingSeen });
    }
  });
});

describe('a session of a pending payment', () => {
  it('is made unpayable at the end of the window, although a debit is in progress or the provider is silent', () => {
    for (const said of [answer('open'), answer('processing'), unknown(NO_ANSWER)]) {
      expect(reasonToClose(payment, said, later(WINDOW_END, { milliseconds: -1 }))).to.equal(null);
      expect(reasonToClose(payment, said, WINDOW_END)).to.equal('expired');
    }
  });

  it('is made unpayable earlier if the payer’s attempt failed, but not during another debit', () => {
    const lastFailure = 'insufficient_funds' as const;
    expect(reasonToClose(payment, answer('open', { lastFailure }), after(5))).to.equal(lastFailure);
    expect(reasonToClose(payment, answer('processing', { lastFailure }), after(5))).to.equal(null);
  });
});
