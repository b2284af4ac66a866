import type { Pace } from './poll.ts';
import type { Certificate, Contract, Payment, QuoteStatus } from './shapes.ts';

/** The result of a payment. A failed payment is not an error: the quote can be paid again. */
export type PaymentOutcome =
  | { readonly paid: true; readonly contractId: string; readonly payment: Payment }
  | { readonly paid: false; readonly contractId: null; readonly payment: Payment };

/** The result of the quote's latest payment; undefined while its payer may still confirm. */
export const paymentOutcome = ({ status, contractId, payment }: QuoteStatus): PaymentOutcome | undefined => {
  if (payment === null) throw new Error('No payment was opened for this quote. Call payQuote first.');
  if (contractId !== null) return { paid: true, contractId, payment };
  return status === 'awaiting_payment' ? { paid: false, contractId, payment } : undefined;
};

/** The pace is fast while most payers confirm, and slower after that (docs/api.md 5.9). */
export const paymentPace: Pace = (waited) => (waited < 3 * 60_000 ? 3_000 : 15_000);

/** A contract with its certificate. */
export type CertifiedContract = Contract & { readonly certificateStatus: 'issued'; readonly certificate: Certificate };
/** A contract whose certificate the authority refused for hours. Give its id to the operator. */
export type UncertifiedContract = Contract & { readonly certificateStatus: 'failed' };
/** The result of a certificate request. */
export type CertificateOutcome = CertifiedContract | UncertifiedContract;

/**
 * The contract, once its certificate has failed, or is issued and any requested documents exist; undefined before that.
 */
export const certificateOutcome =
  (withDocuments: boolean) =>
  (contract: Contract): CertificateOutcome | undefined => {
    if (contract.certificateStatus === 'failed') return contract as UncertifiedContract;
    const { certificateImageUrl, contractDocumentUrl } = contract.documents;
    const isComplete = !withDocuments || (certificateImageUrl !== null && contractDocumentUrl !== null);
    return contract.certificate !== null && isComplete ? (contract as CertifiedContract) : undefined;
  };

/** The request is sent within a minute. Refusals are retried with growing delays for hours (docs/api.md 4.4). */
export const certificatePace: Pace = (waited) => {
  if (waited < 60_000) return 3_000;
  return waited < 10 * 60_000 ? 15_000 : 60_000;
};
