import type { Pace } from './poll.ts';
import type { Certificate, Contract } from './shapes.ts';

/** A contract with its certificate. */
export type CertifiedContract = Contract & { readonly certificateStatus: 'issued'; readonly certificate: Certificate };
/** A contract whose certificate the authority refused for hours: tell the operator its id. */
export type UncertifiedContract = Contract & { readonly certificateStatus: 'failed' };
/** What becomes of the certificate of a contract. */
export type CertificateOutcome = CertifiedContract | UncertifiedContract;

/** The contract once its certificate is decided, and its documents are there if they are wanted; undefined before. */
export const certificateOutcome =
  (withDocuments: boolean) =>
  (contract: Contract): CertificateOutcome | undefined => {
    if (contract.certificateStatus === 'failed') return contract as UncertifiedContract;
    const { certificateImageUrl, contractDocumentUrl } = contract.documents;
    const isComplete = !withDocuments || (certificateImageUrl !== null && contractDocumentUrl !== null);
    return contract.certificate !== null && isComplete ? (contract as CertifiedContract) : undefined;
  };

/** The request leaves within a minute; refusals are retried with growing delays for hours (docs/api.md 4.4). */
export const certificatePace: Pace = (waited) => {
  if (waited < 60_000) return 3_000;
  return waited < 10 * 60_000 ? 15_000 : 60_000;
};
