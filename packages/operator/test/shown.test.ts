import { aFailedPayment, at, SOME_MORNING, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { nextText, paymentText } from '../src/shown/payment-shown.ts';

describe('what the command shows of work that waits', () => {
  it('is when it is tried next, and why it came to nothing last', () => {
    expect(nextText(null)).to.equal('no next try');
    expect(nextText({ at: SOME_MORNING })).to.equal(`next try ${SOME_MORNING}`);
    const due = { at: at('2026-01-15T10:00:00.000Z'), attempts: 3, lastError: NO_ANSWER };
    const details = { payment: aFailedPayment({ due }), refund: null, companyName: 'Courtage', history: [] };
    expect(paymentText(details)).to.include(
      'next try 2026-01-15T10:00:00.000Z, last error: the provider gave no answer: time-out\n',
    );
  });
});
