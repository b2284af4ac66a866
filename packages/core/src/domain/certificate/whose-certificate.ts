import type { LocalDate } from '../../shared/calendar.ts';
import type { Problem } from '../../shared/problem.ts';
import { barePlate } from '../vehicle/licence-plate.ts';
import type { Certificate } from './certificate.ts';

/**
 * The details of a request and its certificate, as the authority returned them or an operator entered them. An unknown
 * detail is null.
 */
export interface CertificateDetails {
  /** Null until the certificate is issued. */
  readonly certificate: Certificate | null;
  /** The policy number for which the certificate was requested or issued. */
  readonly policyNumber: string | null;
  /** The licence plate in the authority's spelling. */
  readonly licencePlate: string | null;
}

/** The facts that a certificate must match to belong to a contract. */
interface Certified {
  readonly contract: {
    readonly policyNumber: string;
    readonly startDate: LocalDate;
    readonly endDate: LocalDate;
    /** The certificate of a cancelled contract still shows the last day for which the contract was sold. */
    readonly cancelled: { readonly soldUntil: LocalDate } | null;
  };
  readonly vehicle: { readonly licencePlate: string };
}

/** The contradiction between the authority's answer and the contract; undefined if there is none. */
export const contradictionIn = (
  { contract, vehicle }: Certified,
  { certificate, policyNumber, licencePlate }: CertificateDetails,
): Problem | undefined => {
  if (policyNumber !== null && plain(policyNumber) !== plain(contract.policyNumber))
    return { code: 'other_policy', policyNumber };
  if (licencePlate !== null && barePlate(licencePlate) !== barePlate(vehicle.licencePlate))
    return { code: 'other_vehicle', licencePlate };
  if (
    certificate &&
    (certificate.effectiveDate !== contract.startDate ||
      certificate.expiryDate !== (contract.cancelled?.soldUntil ?? contract.endDate))
  )
    return { code: 'other_days', from: certificate.effectiveDate, to: certificate.expiryDate };
  return undefined;
};

/** Normalises a certificate number for comparison, because people type certificate numbers by hand. */
export const certificateNumberKey = (number: string): string => plain(number);

const plain = (text: string): string => text.trim().toUpperCase();
