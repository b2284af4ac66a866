import {
  eventsOf,
  eventsOfVehicle,
  type CertificateRequest,
  type Contract,
  type EventType,
  type Payment,
  type PaymentStatus,
} from '@vehicle-insurance/core';
import {
  aCertificate,
  aCertificateRequest,
  aContract,
  aPayment,
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
const cancelled = { at: SOME_MORNING, reason: 'it could not be certified' };
const image = { certificateImage: 'image-1', contractDocument: null };
const both = { ...image, contractDocument: 'contract-1' };
const other = { ...both, contractDocument: 'contract-2' };

describe('What callers are told of a contract', () => {
  it('when it is opened, with what it has then', () => {
    expect(eventsOfContract(null, contract)).to.deep.equal(['contract.opened']);
    expect(eventsOfContract(null, { ...contract, documents: both, cancelled })).to.deep.equal([
      'contract.opened',
      'contract.cancelled',
      'certificate_image.ready',
      'contract_document.ready',
    ]);
  });

  const changes: readonly (readonly [
    what: string,
    from: Partial<Contract>,
    to: Partial<Contract>,
    told: EventType[],
  ])[] = [
    ['nothing when nothing has changed', {}, {}, []],
    ['its start', { status: 'pending' }, { status: 'started' }, ['contract.started']],
    ['its end', { status: 'started' }, { status: 'expired' }, ['contract.expired']],
    ['its cancellation', {}, { cancelled }, ['contract.cancelled']],
    ['its cancellation once', { cancelled }, { cancelled, updated: SOME_MORNING }, []],
    ['its image', {}, { documents: image }, ['certificate_image.ready']],
    ['its document', { documents: image }, { documents: both }, ['contract_document.ready']],
    ['each once', { documents: both }, { documents: both }, []],
    ['a document that replaces another', { documents: both }, { documents: other }, ['contract_document.ready']],
    ['nothing of what was taken away', { documents: both }, { documents: { ...image, certificateImage: null } }, []],
  ];
  for (const [what, from, to, told] of changes)
    it(what, () => expect(eventsOfContract({ ...contract, ...from }, { ...contract, ...to })).to.deep.equal(told));
});

describe('What callers are told of a payment', () => {
  const ways: readonly (readonly [PaymentStatus | null, PaymentStatus, EventType[]])[] = [
    [null, 'opening', []],
    ['opening', 'pending', ['payment.pending']],
    ['pending', 'pending', []],
    ['pending', 'succeeded', ['payment.succeeded']],
    ['pending', 'failed', ['payment.failed']],
    ['opening', 'failed', ['payment.failed']],
  ];
  for (const [from, status, told] of ways)
    it(`${from ?? 'none'}, then ${status}: ${told.join() || 'nothing'}, and nothing of a duplicate`, () => {
      const eventsOfPayment = (over: Partial<Payment> = {}) => {
        const after = aPayment({ status, ...over });
        return eventsOf({ what: 'payment', before: from && { ...after, status: from }, after, entry });
      };
      expect(eventsOfPayment()).to.deep.equal(told);
      expect(eventsOfPayment({ duplicateOf: freshId() })).to.deep.equal([]);
    });
});

describe('What callers are told of a certificate', () => {
  const certificate = aCertificate({ certificateNumber: 'CI-2026-1' });
  const corrected = { ...certificate, certificateNumber: 'CI-2026-2' };
  const changes: readonly (readonly [Partial<CertificateRequest>, Partial<CertificateRequest>, EventType[]])[] = [
    [{}, {}, []],
    [{}, { status: 'issued', certificate }, ['certificate.issued']],
    [{}, { status: 'failed' }, ['certificate.failed']],
    [{ status: 'failed' }, { status: 'pending' }, ['certificate.pending']],
    [{ status: 'failed' }, { status: 'issued', certificate }, ['certificate.issued']],
    [{ status: 'issued', certificate }, { status: 'issued', certificate: { ...certificate } }, []],
    [{ status: 'issued', certificate }, { status: 'issued', certificate: corrected }, ['certificate.corrected']],
  ];
  for (const [from, to, told] of changes) {
    const title = ({ status = 'pending', certificate: issued }: Partial<CertificateRequest>) =>
      issued ? `${status} as ${issued.certificateNumber}` : status;
    it(`${title(from)}, then ${title(to)}: ${told.join() || 'nothing'}`, () => {
      const request = aCertificateRequest();
      const [before, after] = [
        { ...request, ...from },
        { ...request, ...to },
      ];
      expect(eventsOf({ what: 'certificate', before, after, entry })).to.deep.equal(told);
    });
  }
});

describe('What callers are told of a vehicle', () => {
  it('is a change of its external id', () => {
    const vehicle = aVehicle({ externalId: 'fleet-7' });
    expect(eventsOfVehicle(vehicle, { ...vehicle, externalId: 'fleet-8' })).to.deep.equal(['vehicle.changed']);
    expect(eventsOfVehicle(vehicle, { ...vehicle })).to.deep.equal([]);
  });
});
