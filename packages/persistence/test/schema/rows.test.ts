import { instantOf } from '@vehicle-insurance/core';
import {
  aCertificate,
  aCertificateRequest,
  aContract,
  aFailedPayment,
  aPendingUpload,
  aNotification,
  aPaidPayment,
  aPayment,
  aPaymentSession,
  aQuote,
  aRefund,
  BY_A_TEST,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { fromCertificateRequest, fromContract, toCertificateRequest, toContract } from '../../src/entities/contract.ts';
import { fromChange, toChange } from '../../src/entities/operations.ts';
import {
  fromNotification,
  fromPayment,
  fromRefund,
  toNotification,
  toPayment,
  toRefund,
} from '../../src/entities/payment.ts';
import { fromQuote, toQuote } from '../../src/entities/quote.ts';
import { fromPendingUpload, toPendingUpload } from '../../src/entities/vehicle.ts';

const AT = instantOf('2026-03-01T10:20:30.456Z');
const DUE = { at: AT, attempts: 7 };

const PAYMENTS = [
  aPaidPayment({ processingSeen: true, notified: AT, lastUnpaid: AT, silentSince: AT }),
  aPayment({ status: 'opening', session: null, notified: AT }),
  aFailedPayment({ session: null, due: DUE }),
  aFailedPayment({ session: aPaymentSession({ url: null, expires: null, ended: AT }) }),
];
const CONTRACT = aContract({
  ...{ authorityCode: 'https://authority.example/1', documentsDue: DUE, ordinal: 12, overlaps: true },
  documents: { certificateImage: 'a/certificate', contractDocument: 'a/contract' },
});
const REQUEST = aCertificateRequest({
  ...{ accepted: { requestNumber: 'n', requestReference: 'r', at: AT }, certificate: aCertificate(), attached: AT },
  ...{ refusals: 3, firstRefused: AT, refusal: NO_ANSWER, answered: 2, due: DUE },
  concern: { kind: 'certificate_not_ours', why: { code: 'no_look_up' }, since: AT },
});
const CHANGE = { what: 'payment', id: 'p', from: null, to: 'opening', at: AT, why: BY_A_TEST } as const;
const CHANGES = [CHANGE, { ...CHANGE, from: 'opening', by: 'operator', evidence: { said: 'yes' } }];

/** Things of each kind, with everything there is to know of them; `through` writes one as a row and reads it. */
const kept = <Thing>(things: readonly Thing[], through: (thing: Thing) => unknown) => ({
  things,
  read: () => things.map(through),
});
const KINDS = {
  'a payment': kept(PAYMENTS, (each) => toPayment(fromPayment(each))),
  'a refund': kept([aRefund({ completed: AT, due: DUE })], (each) => toRefund(fromRefund(each))),
  'a notification': kept([aNotification({ due: DUE })], (each) => toNotification(fromNotification(each))),
  'a pending upload': kept([aPendingUpload({ abandoned: true, due: DUE })], (each) =>
    toPendingUpload(fromPendingUpload(each)),
  ),
  'a contract': kept([CONTRACT, { ...CONTRACT, cancelled: { at: AT, reason: 'it cannot be insured' } }], (each) =>
    toContract(fromContract(each)),
  ),
  'a request for a certificate': kept([REQUEST], (each) => toCertificateRequest(fromCertificateRequest(each))),
  'a quote': kept([aQuote()], (each) => toQuote(fromQuote(each))),
  'a change, without what was not given': kept(CHANGES, (each) => toChange(fromChange('c', each))),
};

describe('a row', () => {
  for (const [kind, { things, read }] of Object.entries(KINDS))
    it(`keeps everything there is to know of ${kind}`, () => {
      expect(read()).to.deep.equal(things);
    });
});
