import {
  eventsOf,
  eventsOfVehicle,
  type CertificateRequest,
  type Contract,
  type EventType,
  type Payment,
  type PaymentStatus,
  type Refund,
} from '@vehicle-insurance/core';
import {
  aCancellation,
  aCertificate,
  aCertificateRequest,
  aContract,
  aFailedPayment,
  aPayment,
  aRefund,
  aVehicle,
  BY_A_TEST,
  freshId,
  SOME_MORNING,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const entry = { at: SOME_MORNING, why: BY_A_TEST };
const eventsOfContract = (before: Contract | null, after: Contract) =>
  eventsOf({ what: 'contract', before, after, entry });
const contract = aContract();
const cancelled = aCancellation({ at: SOME_MORNING, reason: 'it could not be certified' });
const image = { certificateImage: 'image-1', contractDocument: null };
const both = { ...image, contractDocument: 'contract-1' };
const other = { ...both, contractDocument: 'contract-2' };

describe('the events of a contract', () => {
  it('include an event for each object that the contract has when it is opened', () => {
    expect(eventsOfContract(null, contract)).to.deep.equal(['contract.opened']);
    expect(eventsOfContract(null, { ...contract, documents: both, cancelled })).to.deep.equal([
      'contract.opened',
      'contract.cancelled',
      'certificate_image.ready',
      'contract_document.ready',
    ]);
  });

  const changes: readonly (readonly [string, Partial<Contract>, Partial<Contract>, EventType[]])[] = [
    ['are an empty list if nothing has changed', {}, {}, []],
    ['include its start', { status: 'pending' }, { status: 'started' }, ['contract.started']],
    ['include its end', { status: 'started' }, { status: 'expired' }, ['contract.expired']],
    ['include its cancellation', {}, { cancelled }, ['contract.cancelled']],
    ['include its cancellation only once', { cancelled }, { cancelled, updated: SOME_MORNING }, []],
    ['include its image', {}, { documents: image }, ['certificate_image.ready']],
    ['include its document', { documents: image }, { documents: both }, ['contract_document.ready']],
    ['include each document only once', { documents: both }, { documents: both }, []],
    ['include a replaced document', { documents: both }, { documents: other }, ['contract_document.ready']],
    ['include no removed document', { documents: both }, { documents: { ...image, certificateImage: null } }, []],
  ];
  for (const [what, from, to, events] of changes)
    it(what, () => expect(eventsOfContract({ ...contract, ...from }, { ...contract, ...to })).to.deep.equal(events));
});

describe('the events of a payment', () => {
  const ways: readonly (readonly [PaymentStatus | null, PaymentStatus, EventType[]])[] = [
    [null, 'opening', []],
    ['opening', 'pending', ['payment.pending']],
    ['pending', 'pending', []],
    ['pending', 'succeeded', ['payment.succeeded']],
    ['pending', 'failed', ['payment.failed']],
    ['opening', 'failed', ['payment.failed']],
  ];
  for (const [from, status, events] of ways)
    it(`are ${events.join() || 'none'} when it changes from ${from ?? 'nothing'} to ${status}, and none for a duplicate session`, () => {
      const eventsOfPayment = (over: Partial<Payment> = {}) => {
        const after = aPayment({ status, ...over });
        return eventsOf({ what: 'payment', before: from && { ...after, status: from }, after, entry });
      };
      expect(eventsOfPayment()).to.deep.equal(events);
      expect(eventsOfPayment({ duplicateOf: freshId() })).to.deep.equal([]);
    });
});

describe('the events of a refund', () => {
  const payment = aFailedPayment();
  const refund = aRefund({ provider: payment.provider, sessionId: payment.session?.id ?? '' });
  const ways: readonly (readonly [string, EventType[], Partial<Refund> | null, Partial<Refund>, Partial<Payment>?])[] =
    [
      ['begins', ['payment.refund_due'], null, {}],
      ['is retried', [], {}, {}],
      ['is of another session', [], null, { sessionId: 'other' }],
      ['is of another provider', [], null, { provider: 'other' }],
      ['is of a payment without a session', [], null, {}, { session: null }],
      ['is of a payment of a duplicate session', [], null, {}, { duplicateOf: freshId() }],
    ];
  for (const [what, events, from, to, of] of ways)
    it(`are ${events.join() || 'none'} if it ${what}`, () => {
      const change = { before: from && { ...refund, ...from }, after: { ...refund, ...to } };
      expect(eventsOf({ what: 'refund', payment: { ...payment, ...of }, ...change, entry })).to.deep.equal(events);
    });
});

describe('the events of a certificate', () => {
  it('do not include its first request', () => {
    expect(eventsOf({ what: 'certificate', before: null, after: aCertificateRequest(), entry })).to.deep.equal([]);
  });

  const certificate = aCertificate({ certificateNumber: 'CI-2026-1' });
  const corrected = { ...certificate, certificateNumber: 'CI-2026-2' };
  const moved = { ...certificate, imageLink: 'https://authority.example/moved.png' };
  const changes: readonly (readonly [Partial<CertificateRequest>, Partial<CertificateRequest>, EventType[]])[] = [
    [{}, {}, []],
    [{}, { status: 'issued', certificate }, ['certificate.issued']],
    [{}, { status: 'failed' }, ['certificate.failed']],
    [{ status: 'failed' }, { status: 'pending' }, ['certificate.pending']],
    [{ status: 'failed' }, { status: 'issued', certificate }, ['certificate.issued']],
    [{ status: 'issued', certificate }, { status: 'issued', certificate: { ...certificate } }, []],
    [{ status: 'issued', certificate }, { status: 'issued', certificate: corrected }, ['certificate.corrected']],
    [{ status: 'issued', certificate }, { status: 'issued', certificate: moved }, ['certificate.corrected']],
  ];
  for (const [from, to, events] of changes) {
    const title = ({ status = 'pending', certificate: issued }: Partial<CertificateRequest>) =>
      issued ? `${status} as ${issued.certificateNumber}` : status;
    it(`are ${events.join() || 'none'} when it changes from ${title(from)} to ${title(to)}`, () => {
      const request = aCertificateRequest();
      const change = { before: { ...request, ...from }, after: { ...request, ...to } };
      expect(eventsOf({ what: 'certificate', ...change, entry })).to.deep.equal(events);
    });
  }
});

describe('the events of a vehicle', () => {
  it('include a change of its external id', () => {
    const vehicle = aVehicle({ externalId: 'fleet-7' });
    expect(eventsOfVehicle(vehicle, { ...vehicle, externalId: 'fleet-8' })).to.deep.equal(['vehicle.changed']);
    expect(eventsOfVehicle(vehicle, { ...vehicle })).to.deep.equal([]);
  });
});
