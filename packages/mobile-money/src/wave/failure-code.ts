import type { FailureReason } from '@vehicle-insurance/core';

/** Why a payer's try failed, in Wave's words and in ours. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  'insufficient-funds': 'insufficient_funds',
  'payer-mobile-mismatch': 'payer_mismatch',
  'blocked-account': 'payer_blocked',
  'kyb-limits-exceeded': 'limit_exceeded',
  'payment-failure': 'declined',
  'cross-border-payment-not-allowed': 'declined',
  'customer-age-restricted': 'declined',
};

/** The reason of a `last_payment_error`; a code Wave may have added since is a decline. */
export const failureReasonOf = (code: string): FailureReason =>
  Object.hasOwn(REASONS, code) ? (REASONS[code] ?? 'declined') : 'declined';
