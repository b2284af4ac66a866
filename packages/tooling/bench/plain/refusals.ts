/** The refusals of the measured endpoints, with their statuses (docs/api.md 6.1). */
export const STATUS_OF = {
  invalid_request: 400,
  unauthorized: 401,
  not_found: 404,
  vehicle_not_found: 404,
  quote_not_found: 404,
  contract_not_found: 404,
  coverage_not_found: 404,
  vehicle_already_exists: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  coverage_not_available: 422,
  rate_limited: 429,
  internal_error: 500,
} as const;

export type RefusalCode = keyof typeof STATUS_OF;

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly more: object;
  constructor(code: RefusalCode, more: object = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}

export const refusalView = ({ code, more }: Refusal) => ({ code, message: `Refused: ${code}.`, ...more });
