import type { CertificateRequest, Contract, Reason } from '@vehicle-insurance/core';
import type { World } from './world.ts';

/** Whether the authority has, or had, a certificate that contradicts the contract in this way. */
export const contradicts = ({ authority, book, insured }: World, contract: Contract, why: Reason): boolean => {
  const held = authority.everHeld();
  switch (why.code) {
    case 'other_policy':
      return (
        why.policyNumber !== contract.policyNumber &&
        held.some(({ details }) => details.policyNumber === why.policyNumber)
      );
    case 'other_vehicle': {
      const vehicle = insured.find(({ quote }) => quote.id === contract.quoteId)?.vehicle;
      return (
        why.licencePlate !== vehicle?.licencePlate &&
        held.some(({ details }) => details.licencePlate === why.licencePlate)
      );
    }
    case 'other_days':
      return (
        (why.from !== contract.startDate || why.to !== contract.endDate) &&
        held.some(({ certificate }) => certificate.effectiveDate === why.from && certificate.expiryDate === why.to)
      );
    case 'number_taken': {
      const owner = book.requests.get(why.contractId)?.certificate;
      return why.contractId !== contract.id && owner?.certificateNumber === why.certificateNumber;
    }
    default:
      return false;
  }
};

/** Whether the authority has a second certificate, or one issued after the contract was cancelled. */
export const issuedBeside = (world: World, contract: Contract, request: CertificateRequest, why: Reason): boolean => {
  if (why.code !== 'second_certificate' && why.code !== 'late_certificate') return false;
  const { issued, contradiction } = why;
  const isBeside =
    why.code === 'late_certificate'
      ? contract.cancelled !== null
      : why.attached === request.certificate?.certificateNumber && issued !== why.attached;
  const isHeld = world.authority.everHeld().some(({ certificate }) => certificate.certificateNumber === issued);
  return isBeside && isHeld && (contradiction === null || contradicts(world, contract, contradiction));
};
