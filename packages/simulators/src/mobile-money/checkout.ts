import type { TryError } from './scripts.ts';

/** A payment request as the payer sees it, for every provider. */
export interface Checkout {
  readonly id: string;
  /** `processing`: the payer has confirmed, and the debit is in progress. */
  readonly state: 'open' | 'processing' | 'paid' | 'closed';
  /** The merchant's name. */
  readonly business: string;
  /** Whole francs. */
  readonly asked: string;
  readonly reference: string | undefined;
  /** The only account that can pay. If undefined, any account can pay. */
  readonly mobile: string | undefined;
  readonly ends: string;
  /** Why the latest attempt failed. */
  readonly failure: TryError | undefined;
  readonly transaction: string | undefined;
  readonly paidAt: string | undefined;
  readonly refundedAt: string | undefined;
  readonly closedAt: string;
  /** The URLs to which the payer returns. */
  readonly wayBack: { readonly paid: string; readonly unpaid: string };
}
