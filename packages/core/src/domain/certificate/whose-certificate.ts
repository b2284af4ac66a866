import type { LocalDate } from '../../shared/calendar.ts';
import type { Certificate } from './certificate.ts';

/** What the authority says of a request and of its certificate, once there is one; null where it does not say. */
export interface CertificateDetails {
  /** Null while it is being made. */
  readonly certificate: Certificate | null;
  /** The policy it was made for. */
  readonly policyNumber: string | null;
  /** The vehicle's plate as the authority writes it. */
  readonly licencePlate: string | null;
}

/** What a certificate has to agree with to be a contract's own. */
interface Certified {
  readonly contract: { readonly policyNumber: string; readonly startDate: LocalDate; readonly endDate: LocalDate };
  readonly vehicle: { readonly licencePlate: string };
}

/** Where what is told of a request or its certificate contradicts the contract; nothing where it agrees or is silent. */
export const contradictionIn = (
  { contract, vehicle }: Certified,
  { certificate, policyNumber, licencePlate }: CertificateDetails,
): string | undefined => {
  if (policyNumber !== null && plain(policyNumber) !== plain(contract.policyNumber))
    return `it is for policy ${policyNumber}`;
  if (licencePlate !== null && bare(licencePlate) !== bare(vehicle.licencePlate))
    return `it is for the vehicle ${licencePlate}`;
  if (certificate && (certificate.effectiveDate !== contract.startDate || certificate.expiryDate !== contract.endDate))
    return `it is for other days: ${certificate.effectiveDate} to ${certificate.expiryDate}`;
  return undefined;
};

/** A certificate number as it is compared: people write it by hand. */
export const certificateNumberKey = (number: string): string => plain(number);

const plain = (text: string): string => text.trim().toUpperCase();

/** A plate without what people write between its parts. */
const bare = (plate: string): string => plate.toUpperCase().replace(/[^A-Z0-9]/g, '');
