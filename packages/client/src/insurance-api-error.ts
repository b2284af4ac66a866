import type { ErrorCode } from './error-codes.ts';
import { omitUndefined } from './init.ts';

/** One field that breaks a rule. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The fields of an error. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly details?: readonly FieldProblem[] | undefined;
  readonly vehicleId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly paymentUrl?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly retryAfter?: number | null | undefined;
}

/**
 * The API, or a gateway in front of it, refused a call. `isApiError` narrows the error to a code and its fields.
 * `message` contains what a log needs: status, code, the API's message, each field that breaks a rule, and the request
 * id.
 */
export class InsuranceApiError extends Error {
  override readonly name = 'InsuranceApiError';
  /**
   * The code, for programs. A newer API may send a code that is not in `ERROR_CODES`. `unknown` if the response
   * contains no code.
   */
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  /** The API's message, which you can show to people. */
  readonly explanation: string;
  /** For `invalid_request`, every field that breaks a rule. Otherwise empty. */
  readonly details: readonly FieldProblem[];
  /** For `vehicle_already_exists` and `external_id_taken`, the existing vehicle. */
  declare readonly vehicleId: string | undefined;
  /**
   * For `payment_in_progress`, the pending payment, and the URL at which the payer confirms. The URL is null if the
   * payer confirms by phone.
   */
  declare readonly paymentId: string | undefined;
  declare readonly paymentUrl: string | null | undefined;
  /**
   * The id of the request, for questions to the operator. Null if a gateway responded, or if a browser does not expose
   * the header.
   */
  readonly requestId: string | null;
  /**
   * The idempotency key of a POST. After `request_in_progress`, `unknown`, a 401, a 429 or a status of 500 or more, an
   * earlier attempt may have succeeded. To repeat the request safely, pass the same key. After
   * `payment_provider_unavailable` and `payment_unavailable`, no attempt has succeeded.
   */
  readonly idempotencyKey: string | null;
  /** Seconds to wait before another attempt; null if the response does not contain them. */
  readonly retryAfter: number | null;

  constructor(refusal: Refusal) {
    super(inOneLine(refusal));
    const { vehicleId, paymentId, paymentUrl } = refusal;
    this.code = refusal.code;
    this.status = refusal.status;
    this.explanation = refusal.message;
    this.details = refusal.details ?? [];
    // Absent fields are not set, because undefined fields would clutter the printed error.
    Object.assign(this, omitUndefined({ vehicleId, paymentId, paymentUrl }));
    this.requestId = refusal.requestId ?? null;
    this.idempotencyKey = refusal.idempotencyKey ?? null;
    this.retryAfter = refusal.retryAfter ?? null;
  }
}

/** `400 invalid_request: … [year must be …; brand is required] (request 7f3a…)` */
const inOneLine = ({ code, message, status, details = [], requestId }: Refusal): string => {
  const fields = details.map((detail) => `${detail.field} ${detail.message}`).join('; ');
  const request = requestId ?? '';
  return `${status} ${code}: ${message}${fields && ` [${fields}]`}${request && ` (request ${request})`}`;
};

interface FieldsByCode {
  readonly vehicle_already_exists: { readonly vehicleId: string };
  readonly external_id_taken: { readonly vehicleId: string };
  readonly payment_in_progress: { readonly paymentId: string; readonly paymentUrl: string | null };
}

/** An error with one of these codes, and the fields of the code. */
export type ApiErrorOf<Code extends ErrorCode> = Code extends keyof FieldsByCode
  ? InsuranceApiError & { readonly code: Code } & FieldsByCode[Code]
  : InsuranceApiError & { readonly code: Code };

/** Whether a thrown value is an API error, with any code or with one of these codes. */
export const isApiError: {
  (thrown: unknown): thrown is InsuranceApiError;
  <Code extends ErrorCode>(thrown: unknown, ...codes: readonly [Code, ...Code[]]): thrown is ApiErrorOf<Code>;
} = (thrown: unknown, ...codes: readonly string[]): thrown is never =>
  thrown instanceof InsuranceApiError && (codes.length === 0 || codes.includes(thrown.code));
