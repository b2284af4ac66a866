import {
  countsOf,
  lineOf,
  subjectOf,
  type CertificateRequest,
  type Fact,
  type Payment,
  type Refund,
} from '@vehicle-insurance/core';
import {
  aCertificateRequest,
  aCompany,
  aContract,
  aFailedPayment,
  aPayment,
  anApiKey,
  aRefund,
  BY_A_TEST,
  SOME_MORNING,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const entry = { at: SOME_MORNING, why: BY_A_TEST };
const payment = aPayment({ status: 'pending', provider: 'wave' });
const refund = aRefund({ provider: 'cinetpay' });
const refunded = aFailedPayment({ provider: 'cinetpay' });
const ofRefund = (before: Refund | null, after: Refund): Fact => ({
  ...{ what: 'refund', before, after, entry },
  payment: refunded,
});
const ofPayment = (before: Payment | null, over: Partial<Payment>): Fact => ({
  ...{ what: 'payment', before, after: { ...payment, ...over }, entry },
});
const request = aCertificateRequest();
const ofRequest = (over: Partial<CertificateRequest>): Fact => ({
  ...{ what: 'certificate', before: request, after: { ...request, ...over }, entry },
});
const retriedRequest: Fact = {
  ...{ what: 'certificate', before: { ...request, refusals: 9 }, after: { ...request, refusals: 0 }, entry },
};

describe('the counts of a fact', () => {
  const cases: readonly (readonly [string, Fact, ReturnType<typeof countsOf>])[] = [
    ['a new payment', ofPayment(null, {}), [{ what: 'payment', provider: 'wave', outcome: 'pending', reason: '' }]],
    [
      'a payment that failed, with the reason',
      ofPayment(payment, { status: 'failed', failureReason: 'declined' }),
      [{ what: 'payment', provider: 'wave', outcome: 'failed', reason: 'declined' }],
    ],
    ['no payment whose status is unchanged', ofPayment(payment, { processingSeen: true }), []],
    ['no new refund, which the store counts', ofRefund(null, refund), []],
    [
      'a refund that is done',
      ofRefund(refund, { ...refund, status: 'done' }),
      [{ what: 'refund', provider: 'cinetpay', outcome: 'done' }],
    ],
    ['no refund that is retried', ofRefund(refund, { ...refund }), []],
    ['a certificate that is issued', ofRequest({ status: 'issued' }), [{ what: 'certificate', outcome: 'issued' }]],
    [
      'each refusal of the authority, and the last one as failed as well',
      ofRequest({ status: 'failed', refusals: request.refusals + 1 }),
      [
        { what: 'certificate', outcome: 'refused' },
        { what: 'certificate', outcome: 'failed' },
      ],
    ],
    ['no certificate that an operator retries', retriedRequest, []],
    ['no contract', { what: 'contract', before: null, after: aContract(), entry }, []],
    ['no company', { what: 'company', before: null, after: { ...aCompany(), number: 1 }, entry }, []],
    ['no key', { what: 'key', before: null, after: anApiKey(), entry }, []],
  ];
  for (const [what, fact, counted] of cases) it(`include ${what}`, () => expect(countsOf(fact)).to.deep.equal(counted));
});

describe('the audit entry of a fact', () => {
  it('is written under the id of the changed object, but only if the status changes or an answer is stored', () => {
    const issued = ofRequest({ status: 'issued' });
    expect(lineOf(issued)).to.deep.equal({
      ...{ ...entry, what: 'certificate', id: request.contractId, from: 'pending', to: 'issued' },
    });
    const late = { ...issued, entry: { ...entry, happened: request.created } };
    expect(lineOf(late)).to.deep.equal(lineOf(issued));
    expect(lineOf(ofRequest({ refusals: 1 }))).to.equal(undefined);
    const answered = { ...ofRefund(refund, refund), entry: { ...entry, evidence: { status: 503 } } };
    expect(lineOf(answered)).to.deep.include({ what: 'refund', id: refund.id, from: 'due', to: 'due' });
    expect(lineOf(ofRefund(null, refund))).to.deep.include({ from: null, to: 'due' });
  });

  it('belongs to the object that callers know, so that of a refund belongs to its payment', () => {
    const { companyId, paymentId } = refund;
    expect(subjectOf(ofRefund(null, refund))).to.deep.equal({ companyId, subjectId: paymentId });
    expect(subjectOf(ofRequest({}))).to.deep.equal({ companyId: request.companyId, subjectId: request.contractId });
  });
});
