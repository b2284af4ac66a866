import type { LocalDate } from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Certificate } from './certificate.ts';

/** What the authority's answer contains about a request and its certificate; null for what it leaves out. */
export interface CertificateDetails {
  /** Null while it is being made. */
  readonly certificate: Certificate | null;
  /** The policy it was made for. */
  readonly policyNumber: string | null;
  /** The vehicle's plate as the authority writes it. */
  readonly licencePlate: string | null;
}

/** The facts a certificate must agree with to belong to a contract. */
interface Certified {
  readonly contract: { readonly policyNumber: string; readonly startDate: LocalDate; readonly endDate: LocalDate };
  readonly vehicle: { readonly licencePlate: string };
}

/** How the authority's answer contradicts the contract; undefined if it agrees, or leaves the fact out. */
export const contradictionIn = (
  { contract, vehicle }: Certified,
  { certificate, policyNumber, licencePlate }: CertificateDetails,
): Problem | undefined => {
  if (policyNumber !== null && plain(policyNumber) !== plain(contract.policyNumber))
    return { code: 'other_policy', policyNumber };
  if (licencePlate !== null && bare(licencePlate) !== bare(vehicle.licencePlate))
    return { code: 'other_vehicle', licencePlate };
  if (certificate && (certificate.effectiveDate !== contract.startDate || certificate.expiryDate !== contract.endDate))
    return { code: 'other_days', from: certificate.effectiveDate, to: certificate.expiryDate };
  return undefined;
};

/** A certificate number in the form in which it is compared: people type it by hand. */
export const certificateNumberKey = (number: string): string => plain(number);

const plain = (text: string): string => text.trim().toUpperCase();

/** A plate without the separators between its parts. */
const bare = (plate: string): string => plate.toUpperCase().replace(/[^A-Z0-9]/g, '');
