import { aFailedPayment, at, SOME_MORNING, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { itemsNotListed } from '../src/shown/action-item-words.ts';
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

  it('is said not to be all where a list has not all items of a kind', () => {
    const item = (kind: string, total: number) => ({ kind, total }) as Parameters<typeof itemsNotListed>[0][number];
    const listed = [item('refund_manual', 3), item('refund_manual', 3), item('document_late', 1)];
    expect(itemsNotListed(listed)).to.deep.equal(['refund_manual: 2 of 3 are listed.']);
  });
});
