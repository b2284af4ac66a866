import { instantOf } from '@vehicle-insurance/core';
import {
  aCertificate,
  aCertificateRequest,
  aCompany,
  aContract,
  aFailedPayment,
  aPendingUpload,
  anApiKey,
  aNotification,
  aPaidPayment,
  aPayment,
  aPaymentSession,
  aQuote,
  aRefund,
  aVehicle,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { fromApiKey, toApiKey } from '../src/rows/api-key.ts';
import { fromCertificateRequest, toCertificateRequest } from '../src/rows/certificate-request.ts';
import { fromChange, toChange } from '../src/rows/change.ts';
import { fromCompany, toCompany } from '../src/rows/company.ts';
import { fromContract, toContract } from '../src/rows/contract.ts';
import { fromPendingUpload, toPendingUpload } from '../src/rows/loose-document.ts';
import { fromNotification, toNotification } from '../src/rows/notice.ts';
import { fromPayment, toPayment } from '../src/rows/payment.ts';
import { fromQuote, toQuote } from '../src/rows/quote.ts';
import { fromRefund, toRefund } from '../src/rows/refund.ts';
import { fromVehicle, toVehicle } from '../src/rows/vehicle.ts';

const AT = instantOf('2026-03-01T10:20:30.456Z');
const DUE = { at: AT, attempts: 7 };
const VERSION = { version: 1 };

describe('a row', () => {
  it('keeps everything there is to know of a payment', () => {
    for (const payment of [
      aPaidPayment({ processingSeen: true, notified: AT, lastUnpaid: AT, silentSince: AT }),
      aPayment({ status: 'opening', session: null, notified: AT }),
      aFailedPayment({ session: null, due: DUE }),
      aFailedPayment({ session: aPaymentSession({ url: null, expires: null, ended: AT }) }),
    ])
      expect(toPayment({ ...fromPayment(payment), ...VERSION })).to.deep.equal(payment);
  });

  it('keeps everything there is to know of a refund', () => {
    const refund = aRefund({ completed: AT, due: DUE });
    expect(toRefund({ ...fromRefund(refund), ...VERSION })).to.deep.equal(refund);
  });

  it('keeps everything there is to know of a notification', () => {
    const notification = aNotification({ due: DUE });
    expect(toNotification({ ...fromNotification(notification), ...VERSION })).to.deep.equal(notification);
  });

  it('keeps everything there is to know of a pending upload', () => {
    const upload = aPendingUpload({ abandoned: true, due: DUE });
    expect(toPendingUpload({ ...fromPendingUpload(upload), ...VERSION })).to.deep.equal(upload);
  });

  it('keeps everything there is to know of a contract', () => {
    const documents = { certificateImage: 'a/certificate', contractDocument: 'a/contract' };
    const contract = aContract({ documents, documentsDue: DUE, ordinal: 12, overlaps: true });
    const cancelled = { ...contract, cancelled: { at: AT, reason: 'it cannot be insured' } };
    for (const each of [contract, cancelled])
      expect(toContract({ ...fromContract(each), ...VERSION })).to.deep.equal(each);
  });

  it('keeps everything there is to know of a certificate request', () => {
    const request = aCertificateRequest({
      accepted: { requestNumber: 'n', requestReference: 'r', at: AT },
      certificate: aCertificate(),
      refusals: 3,
      firstRefused: AT,
      refusal: 'no stock',
      attached: true,
      concern: { kind: 'certificate_not_ours', why: 'it is for other days', since: AT },
      answered: 2,
      due: DUE,
    });
    expect(toCertificateRequest({ ...fromCertificateRequest(request), ...VERSION })).to.deep.equal(request);
  });

  it('keeps everything there is to know of a vehicle and a quote', () => {
    const vehicle = aVehicle({ externalId: 'own', registrationDocument: 'a/registration' });
    const quote = aQuote();
    expect(toVehicle({ ...fromVehicle(vehicle), ...VERSION })).to.deep.equal(vehicle);
    expect(toQuote(fromQuote(quote))).to.deep.equal(quote);
  });

  it('keeps everything there is to know of a company and its keys', () => {
    const company = aCompany({ intermediaryCode: 'I-1', enabled: false });
    const key = anApiKey({ label: 'spare', expires: AT, revoked: AT, lastUsed: AT });
    expect(toCompany({ ...fromCompany(company), number: 4, ...VERSION })).to.deep.equal({ ...company, number: 4 });
    expect(toApiKey({ ...fromApiKey(key), ...VERSION })).to.deep.equal(key);
  });

  it('keeps everything there is to know of an audit entry, and leaves out what was not given', () => {
    const change = { what: 'payment', id: 'p', from: null, to: 'opening', at: AT, why: 'asked' } as const;
    for (const each of [change, { ...change, from: 'opening', by: 'operator', evidence: { said: 'yes' } }])
      expect(toChange(fromChange('c', each))).to.deep.equal(each);
  });
});
