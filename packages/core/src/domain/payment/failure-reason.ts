/** The reasons for a failed payment that callers see. New reasons may be added, and callers must accept new values. */
export const FAILURE_REASONS = [
  'expired',
  'declined',
  'insufficient_funds',
  'payer_mismatch',
  'payer_blocked',
  'limit_exceeded',
  'amount_mismatch',
  'provider_unavailable',
  'provider_error',
] as const;
/** Why a payment failed. */
export type FailureReason = (typeof FAILURE_REASONS)[number];
