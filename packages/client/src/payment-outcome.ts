import type { Pace } from './poll.ts';
import type { Payment, QuoteStatus } from './shapes.ts';

/** How a payment ended. A payment that failed is no error: the quote can be paid again. */
export type PaymentOutcome =
  | { readonly paid: true; readonly contractId: string; readonly payment: Payment }
  | { readonly paid: false; readonly contractId: null; readonly payment: Payment };

/** How the quote's latest payment ended; undefined while its payer is confirming. */
export const paymentOutcome = ({ status, contractId, payment }: QuoteStatus): PaymentOutcome | undefined => {
  if (payment === null) throw new Error('No payment was opened for this quote. Call payQuote first.');
  if (contractId !== null) return { paid: true, contractId, payment };
  return status === 'awaiting_payment' ? { paid: false, contractId, payment } : undefined;
};

/** Often while most payers confirm, and less often for those who take their time (docs/api.md 5.9). */
export const paymentPace: Pace = (waited) => (waited < 3 * 60_000 ? 3_000 : 15_000);
