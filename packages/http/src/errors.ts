import { UNAVAILABILITY_MESSAGES, type CallerError } from '@vehicle-insurance/core';
import type { ErrorView } from './views/error.ts';

type HttpCode = 'method_not_allowed' | 'unsupported_media_type' | 'notification_refused' | 'internal_error';

/** Errors before or around the use cases; the core does not know them. */
type HttpError =
  | { readonly [Code in HttpCode]: { readonly code: Code } }[HttpCode]
  /** The store is unavailable, or so many forms are in progress that one more could exhaust the process's memory. */
  | { readonly code: 'service_unavailable'; readonly what?: 'forms' }
  /** A request for the sandbox's clock came from another machine, without the clock's token. */
  | { readonly code: 'unauthorized'; readonly where: 'sandbox clock' }
  /** An unknown address, an invalid or expired document link, or a paper that does not exist yet. */
  | { readonly code: 'not_found'; readonly what?: 'document' | 'paper' }
  /** Too many requests from a company, or from an address without a valid key. `retryAfter` is in seconds. */
  | { readonly code: 'rate_limited'; readonly what?: 'bad_keys'; readonly retryAfter: number };

/** Every error that the API can return. */
export type ApiError = CallerError | HttpError;
/** The `code` of an error response (docs/api.md 6.1). */
export type ErrorCode = ApiError['code'];
/** The error of a code, with its own fields. */
export type ErrorWith<Code extends ErrorCode> = Extract<ApiError, { readonly code: Code }>;

type Headers = Readonly<Record<string, string>>;

/** The response to one error. Callers see only the fields that `shows` lists. */
interface Line<Shown> {
  readonly status: number;
  readonly message: string | ((error: Shown) => string);
  readonly shows?: readonly Exclude<keyof Shown, 'code'>[];
  readonly headers?: Headers | ((error: Shown) => Headers);
}

type Table = { readonly [Code in ErrorCode]: Line<ErrorWith<Code>> };

const NOT_FOUND = {
  address: 'There is nothing at this address. The API reference at /docs lists every address.',
  document:
    'This link opens no document, or has expired. A link is valid for one hour: read the contract again to get a new one.',
  paper:
    'The contract exists, but this paper is not yet available: it requires the certificate. Try again once that is issued.',
} as const;

const TOO_MANY = {
  requests: 'Too many requests. Wait for the time in the Retry-After header.',
  bad_keys:
    'Too many requests without a valid API key. Correct the key in x-api-key, and wait for the time in Retry-After.',
  openings_of_quote: 'Too many payments were opened for this quote. Wait for the time in the Retry-After header.',
  openings_of_payer: 'Too many payments were opened for this number. Wait for the time in the Retry-After header.',
} as const;

/**
 * Every error of the API (docs/api.md 6.1). A new error code of the core does not compile until it has an entry here.
 */
const ERRORS = {
  invalid_request: {
    status: 400,
    message: 'The request breaks a rule. Correct the fields in `details` and send it again.',
    shows: ['details'],
  },
  unauthorized: {
    status: 401,
    message: (error) =>
      'where' in error
        ? 'Requests from another machine must send the clockToken of sandbox.json in the x-sandbox-token header.'
        : 'No valid API key. Send your company’s key in the x-api-key header, or ask the operator for one.',
    headers: { 'www-authenticate': 'ApiKey' },
  },
  notification_refused: {
    status: 401,
    message: 'The notification was not accepted. Sign it with the shared secret and send it without delay.',
    headers: { 'www-authenticate': 'Signature' },
  },
  not_found: {
    status: 404,
    message: ({ what }) => NOT_FOUND[what ?? 'address'],
  },
  vehicle_not_found: {
    status: 404,
    message: 'Your company has no vehicle with this id. Register it first, or look it up with GET /vehicle.',
  },
  coverage_not_found: {
    status: 404,
    message: 'No coverage has this id. Choose one from GET /coverage.',
  },
  quote_not_found: {
    status: 404,
    message: 'Your company has no quote with this id. Create one first, or look it up with GET /quote.',
  },
  contract_not_found: {
    status: 404,
    message: 'Your company has no contract with this id. It is the contractId of a quote that was paid.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not support this method. Use one from the Allow header.',
  },
  vehicle_already_exists: {
    status: 409,
    message: 'Your company already has a vehicle with this plate or external id. Use the one in vehicleId.',
    shows: ['vehicleId'],
  },
  external_id_taken: {
    status: 409,
    message: 'The vehicle in vehicleId has this external id. Clear it there first, or choose another.',
    shows: ['vehicleId'],
  },
  payment_in_progress: {
    status: 409,
    message: 'A payment for this quote is waiting for its payer. Send the payer to paymentUrl, or wait until it ends.',
    shows: ['paymentId', 'paymentUrl'],
  },
  quote_already_paid: {
    status: 409,
    message: 'This quote is paid. Read its contract: GET /quote/{id}/status returns the contractId.',
  },
  request_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still in progress. Send it again in a second.',
    headers: { 'retry-after': '1' },
  },
  position_forgotten: {
    status: 410,
    message:
      'The events after this position are no longer kept. Read your quotes and contracts again, and list events without after.',
  },
  payload_too_large: {
    status: 413,
    message: 'Too large. A document may have 10 MB, everything else together 1 MB. Send less.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as application/json without compression (a vehicle also as multipart/form-data).',
  },
  invalid_document: {
    status: 422,
    message: 'The registration document is not a PDF, JPEG or PNG. Attach it in one of these formats.',
  },
  coverage_not_available: { status: 422, message: ({ reason }) => UNAVAILABILITY_MESSAGES[reason] },
  quote_start_date_passed: {
    status: 422,
    message: 'The start date of this quote has passed. Create a new quote.',
  },
  quote_incomplete: {
    status: 422,
    message: 'This older quote has no policyholder phone. Create a new quote.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Give every new request a new key.',
  },
  rate_limited: {
    status: 429,
    message: ({ what }) => TOO_MANY[what ?? 'requests'],
    headers: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }),
  },
  internal_error: {
    status: 500,
    message: 'The service failed. Try again; if the error persists, give the operator the x-request-id.',
  },
  storage_unavailable: {
    status: 502,
    message: 'The document could not be stored and nothing was created. Send the same request again.',
  },
  payment_provider_unavailable: {
    status: 502,
    message: 'The payment provider could not open the payment; this attempt has failed. Try again later.',
  },
  payment_unavailable: {
    status: 503,
    message: 'Payments are unavailable for now. Try again later.',
    headers: { 'retry-after': '60' },
  },
  service_unavailable: {
    status: 503,
    message: (error) =>
      'what' in error
        ? 'Too many forms are in progress. Send this one again after the time in the Retry-After header, and fewer at once.'
        : 'The service is unavailable for a moment. Try again after the time in the Retry-After header.',
    headers: { 'retry-after': '5' },
  },
} as const satisfies Table;

const lineOf = (error: ApiError): Line<Readonly<Record<string, unknown>>> =>
  ERRORS[error.code] as unknown as Line<Readonly<Record<string, unknown>>>;

export const statusOf = (error: ApiError): { readonly status: number; readonly headers?: Headers | undefined } => {
  const { status, headers } = lineOf(error);
  return { status, headers: typeof headers === 'function' ? headers({ ...error }) : headers };
};

/** The body of an error. */
export const errorView = (error: ApiError): ErrorView => {
  const { message, shows = [] } = lineOf(error);
  const fields: Readonly<Record<string, unknown>> = { ...error };
  return {
    code: error.code,
    message: typeof message === 'string' ? message : message(fields),
    ...Object.fromEntries(shows.map((name) => [name, fields[name]])),
  };
};
