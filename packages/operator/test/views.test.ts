import {
  aCancellation,
  aFailedPayment,
  aQuote,
  aRefund,
  at,
  BY_A_TEST,
  SOME_MORNING,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { itemsNotListed } from '../src/views/action-item-table.ts';
import { historyText } from '../src/command-output.ts';
import { contractText } from '../src/views/contract-view.ts';
import { nextText, paymentJson, paymentTable, paymentText } from '../src/views/payment-view.ts';

const { policyholder } = aQuote();
const OF_A_QUOTE = {
  ...{ companyName: 'Courtage', policyholder, vehicleId: 'vehicle', licencePlate: 'AB-123-CD', policyNumber: null },
};

describe('the operator’s command, for waiting work,', () => {
  it('shows the time of the next attempt and the last error', () => {
    expect(nextText(null)).to.equal('no next attempt');
    expect(nextText({ at: SOME_MORNING })).to.equal(`next attempt ${SOME_MORNING}`);
    const due = { at: at('2026-01-15T10:00:00.000Z'), attempts: 3, lastError: NO_ANSWER };
    const details = { payment: aFailedPayment({ due }), refund: null, ...OF_A_QUOTE, history: [] };
    const next = 'next attempt 2026-01-15T10:00:00.000Z, last error: the provider gave no answer: time-out\n';
    expect(paymentText(details)).to.include(next);
  });

  it('shows the next attempt and error of a refund before those of its payment', () => {
    const [early, late] = [at('2026-01-15T10:00:00.000Z'), at('2026-01-16T10:00:00.000Z')];
    const payment = aFailedPayment({ due: { at: early, attempts: 1 } });
    const refund = aRefund({ due: { at: late, attempts: 3, lastError: NO_ANSWER } });
    const details = { payment, refund, ...OF_A_QUOTE };
    expect(paymentTable([details]))
      .to.match(new RegExp(`${late} {2}the provider gave no answer`))
      .and.to.include(`  ${payment.amount + payment.fees}  `);
    expect(paymentJson(details)).to.deep.include({ nextCheck: early, status: 'failed' });
    expect(paymentJson(details).refund).to.include({ nextTry: late, lastError: NO_ANSWER });
  });

  it('shows the authority’s answer beside the last error, and the cancellation', () => {
    const refusal = { code: 'authority_status', status: -4, meaning: 'out_of_stock' };
    const cancelled = aCancellation({ at: SOME_MORNING, reason: 'assuré ailleurs' });
    const due = { at: SOME_MORNING, lastError: NO_ANSWER };
    const details = {
      contract: { policyNumber: 'VI-1', cancelled, documentsDue: null },
      certificateRequest: { certificate: null, refusal, concern: null, due },
      ...{ quote: { policyholder: {} }, vehicle: {}, companyName: 'Courtage', history: [] },
    } as unknown as Parameters<typeof contractText>[0];
    expect(contractText(details))
      .to.match(/, last error: the provider gave no answer: time-out, the authority’s answer: -4/)
      .and.to.include(`cancelled ${SOME_MORNING} (other): assuré ailleurs; last day none, refund none`);
  });

  it('shows each change from its former state, with both people and their accounts', () => {
    const confirmedBy = { name: 'Koffi', issuer: null, subject: null };
    const account = { issuer: 'https://id.example', subject: 'u-1' };
    const change = { id: 'p-1', at: SOME_MORNING, what: 'payment', from: 'pending', to: 'failed' } as const;
    expect(historyText([{ ...change, why: BY_A_TEST, by: 'Awa "', account, confirmedBy }]))
      .to.include('payment  pending → failed')
      .and.to.match(/\("Awa ·" \[account u-1\], confirmed by "Koffi"\)$/);
  });

  it('notes that a list does not contain all items of a kind', () => {
    const item = (kind: string, total: number) => ({ kind, total }) as Parameters<typeof itemsNotListed>[0][number];
    const listed = [item('refund_manual', 3), item('refund_manual', 3), item('document_late', 1)];
    expect(itemsNotListed(listed)).to.deep.equal(['refund_manual: 2 of 3 are listed.']);
  });
});
