/** Every error code of the API. Later versions may add others: see `InsuranceApiError`. */
export const ERROR_CODES = [
  'invalid_request',
  'unauthorized',
  'not_found',
  'vehicle_not_found',
  'coverage_not_found',
  'quote_not_found',
  'contract_not_found',
  'method_not_allowed',
  'vehicle_already_exists',
  'external_id_taken',
  'payment_in_progress',
  'quote_already_paid',
  'request_in_progress',
  'position_forgotten',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_document',
  'coverage_not_available',
  'quote_start_date_passed',
  'quote_incomplete',
  'idempotency_key_reused',
  'rate_limited',
  'internal_error',
  'storage_unavailable',
  'payment_provider_unavailable',
  'payment_unavailable',
  'service_unavailable',
] as const;

/** A code of the API's errors. */
export type ErrorCode = (typeof ERROR_CODES)[number];
