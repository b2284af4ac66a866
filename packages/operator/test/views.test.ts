import { aFailedPayment, aQuote, at, SOME_MORNING, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { itemsNotListed } from '../src/views/action-item-table.ts';
import { nextText, paymentText } from '../src/views/payment-view.ts';

describe('the operator’s command, for waiting work,', () => {
  it('shows the time of the next attempt and the last error', () => {
    expect(nextText(null)).to.equal('no next attempt');
    expect(nextText({ at: SOME_MORNING })).to.equal(`next attempt ${SOME_MORNING}`);
    const due = { at: at('2026-01-15T10:00:00.000Z'), attempts: 3, lastError: NO_ANSWER };
    const named = {
      companyName: 'Courtage',
      policyholder: aQuote().policyholder,
      licencePlate: 'AB-123-CD',
      policyNumber: null,
    };
    const details = { payment: aFailedPayment({ due }), refund: null, ...named, history: [] };
    expect(paymentText(details)).to.include(
      'next attempt 2026-01-15T10:00:00.000Z, last error: the provider gave no answer: time-out\n',
    );
  });

  it('says so if a list does not contain all items of a kind', () => {
    const item = (kind: string, total: number) => ({ kind, total }) as Parameters<typeof itemsNotListed>[0][number];
    const listed = [item('refund_manual', 3), item('refund_manual', 3), item('document_late', 1)];
    expect(itemsNotListed(listed)).to.deep.equal(['refund_manual: 2 of 3 are listed.']);
  });
});
