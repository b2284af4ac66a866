import type { Pace } from './poll.ts';
import type { Certificate, Contract, Payment, QuoteStatus } from './shapes.ts';

/** The result of a payment. A failed payment is not an error, because the quote can be paid again. */
export type PaymentOutcome =
  | { readonly paid: true; readonly contractId: string; readonly payment: Payment }
  | { readonly paid: false; readonly contractId: null; readonly payment: Payment };

/**
 * The result of the quote's latest payment; undefined while the payer may still confirm. Throws if there is no payment.
 */
export const paymentOutcome = ({ status, contractId, payment }: QuoteStatus): PaymentOutcome | undefined => {
  if (payment === null) throw new Error('No payment was opened for this quote. Call payQuote first.');
  if (contractId !== null) return { paid: true, contractId, payment };
  return status === 'awaiting_payment' ? { paid: false, contractId, payment } : undefined;
};

/** Fast while most payers confirm, then slower (docs/api.md 5.9). */
export const paymentPace: Pace = (waited) => (waited < 3 * 60_000 ? 3_000 : 15_000);

/** A contract with its certificate. */
export type CertifiedContract = Contract & { readonly certificateStatus: 'issued'; readonly certificate: Certificate };
/**
 * A contract whose certificate request has failed, usually after hours of refusals. Send the contract's id to the
 * operator.
 */
export type UncertifiedContract = Contract & { readonly certificateStatus: 'failed' };
/** The result of a certificate request. */
export type CertificateOutcome = CertifiedContract | UncertifiedContract;

/**
 * The contract, if its certificate has failed or is issued. With `withDocuments`, an issued certificate counts only
 * when both documents exist. Undefined otherwise.
 */
export const certificateOutcome =
  (withDocuments: boolean) =>
  (contract: Contract): CertificateOutcome | undefined => {
    if (contract.certificateStatus === 'failed') return contract as UncertifiedContract;
    const { certificateImageUrl, contractDocumentUrl } = contract.documents;
    const isComplete = !withDocuments || (certificateImageUrl !== null && contractDocumentUrl !== null);
    return contract.certificate !== null && isComplete ? (contract as CertifiedContract) : undefined;
  };

/**
 * The service sends the request within a minute. The service retries refused requests for hours, with growing delays
 * (docs/api.md 4.4).
 */
export const certificatePace: Pace = (waited) => {
  if (waited < 60_000) return 3_000;
  return waited < 10 * 60_000 ? 15_000 : 60_000;
};
