import type { CertificateRequest, Contract } from '@vehicle-insurance/core';
import type { World } from './world.ts';

const FOR_POLICY = /^it is for policy (.+)$/;
const FOR_VEHICLE = /^it is for the vehicle (.+)$/;
const FOR_DAYS = /^it is for other days: (\S+) to (\S+)$/;
const OF_ANOTHER = /^its number (\S+) belongs to contract (\S+)$/;
const BESIDE = /^the authority has issued (\S+) for it(?:, though (.+))?, and (\S+) was attached$/;
const HELD = /^the authority holds certificate (\S+)(?: from our request, though (.+))?$/;

export const contradicts = ({ authority, book, insured }: World, contract: Contract, words: string): boolean => {
  const held = authority.everHeld();
  const vehicle = insured.find(({ quote }) => quote.id === contract.quoteId)?.vehicle;
  const [, policy] = FOR_POLICY.exec(words) ?? [];
  if (policy !== undefined)
    return policy !== contract.policyNumber && held.some(({ told }) => told.policyNumber === policy);
  const [, plate] = FOR_VEHICLE.exec(words) ?? [];
  if (plate !== undefined)
    return plate !== vehicle?.licencePlate && held.some(({ told }) => told.licencePlate === plate);
  const [, from, to] = FOR_DAYS.exec(words) ?? [];
  if (from !== undefined)
    return (
      (from !== contract.startDate || to !== contract.endDate) &&
      held.some(({ certificate: { effectiveDate, expiryDate } }) => effectiveDate === from && expiryDate === to)
    );
  const [, number, owner] = OF_ANOTHER.exec(words) ?? [];
  return (
    owner !== undefined && owner !== contract.id && book.requests.get(owner)?.certificate?.certificateNumber === number
  );
};

/** Whether the authority holds a certificate that came beside another one, or after the contract was cancelled. */
export const issuedBeside = (world: World, contract: Contract, request: CertificateRequest, words: string): boolean => {
  const [, issued, though, attached] = BESIDE.exec(words) ?? HELD.exec(words) ?? [];
  const isAttached =
    attached === undefined ? contract.cancelled !== null : attached === request.certificate?.certificateNumber;
  const isHeld = world.authority.everHeld().some(({ certificate }) => certificate.certificateNumber === issued);
  return issued !== attached && isAttached && isHeld && (though === undefined || contradicts(world, contract, though));
};
