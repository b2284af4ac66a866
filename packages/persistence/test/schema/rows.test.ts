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

describe('a row', () => {
  it('keeps everything there is to know of a payment', () => {
    for (const payment of [
      aPaidPayment({ processingSeen: true, notified: AT, lastUnpaid: AT, silentSince: AT }),
      aPayment({ status: 'opening', session: null, notified: AT }),
      aFailedPayment({ session: null, due: DUE }),
      aFailedPayment({ session: aPaymentSession({ url: null, expires: null, ended: AT }) }),
    ])
      expect(toPayment(fromPayment(payment))).to.deep.equal(payment);
  });

  it('keeps everything there is to know of a refund', () => {
    const refund = aRefund({ completed: AT, due: DUE });
    expect(toRefund(fromRefund(refund))).to.deep.equal(refund);
  });

  it('keeps everything there is to know of a notification', () => {
    const notification = aNotification({ due: DUE });
    expect(toNotification(fromNotification(notification))).to.deep.equal(notification);
  });

  it('keeps everything there is to know of a pending upload', () => {
    const upload = aPendingUpload({ abandoned: true, due: DUE });
    expect(toPendingUpload(fromPendingUpload(upload))).to.deep.equal(upload);
  });

  it('keeps everything there is to know of a contract', () => {
    const documents = { certificateImage: 'a/certificate', contractDocument: 'a/contract' };
    const contract = aContract({
      authorityCode: 'https://authority.example/1',
      documents,
      documentsDue: DUE,
      ordinal: 12,
      overlaps: true,
    });
    const cancelled = { ...contract, cancelled: { at: AT, reason: 'it cannot be insured' } };
    for (const each of [contract, cancelled]) expect(toContract(fromContract(each))).to.deep.equal(each);
  });

  it('keeps everything there is to know of a certificate request', () => {
    const request = aCertificateRequest({
      accepted: { requestNumber: 'n', requestReference: 'r', at: AT },
      certificate: aCertificate(),
      refusals: 3,
      firstRefused: AT,
      refusal: 'no stock',
      attached: AT,
      concern: { kind: 'certificate_not_ours', why: 'it is for other days', since: AT },
      answered: 2,
      due: DUE,
    });
    expect(toCertificateRequest(fromCertificateRequest(request))).to.deep.equal(request);
  });

  it('keeps everything there is to know of a quote', () => {
    const quote = aQuote();
    expect(toQuote(fromQuote(quote))).to.deep.equal(quote);
  });

  it('keeps everything there is to know of an audit entry, and leaves out what was not given', () => {
    const change = { what: 'payment', id: 'p', from: null, to: 'opening', at: AT, why: 'asked' } as const;
    for (const each of [change, { ...change, from: 'opening', by: 'operator', evidence: { said: 'yes' } }])
      expect(toChange(fromChange('c', each))).to.deep.equal(each);
  });
});
