import { messageIn, type Language, type Message } from '@vehicle-insurance/core';
import type { ApiError, ErrorCode, ErrorWith } from './api-error.ts';
import { MESSAGES } from './error-messages.ts';
import type { ErrorView } from './views/error.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * The response to an error, without its message. Besides `code` and `message`, callers see only the fields in `shows`.
 */
interface Line<Shown> {
  readonly status: number;
  readonly shows?: readonly Exclude<keyof Shown, 'code'>[];
  readonly headers?: Headers | ((error: Shown) => Headers);
}

type Table = { readonly [Code in ErrorCode]: Line<ErrorWith<Code>> };

/**
 * Every error of the API (docs/api.md 6.1). A new error code of the core does not compile until this table lists the
 * code.
 */
const ERRORS = {
  invalid_request: { status: 400, shows: ['details'] },
  unauthorized: { status: 401, headers: { 'www-authenticate': 'ApiKey' } },
  notification_refused: { status: 401, headers: { 'www-authenticate': 'Signature' } },
  not_found: { status: 404 },
  vehicle_not_found: { status: 404 },
  coverage_not_found: { status: 404 },
  quote_not_found: { status: 404 },
  contract_not_found: { status: 404 },
  key_not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  vehicle_already_exists: { status: 409, shows: ['vehicleId'] },
  external_id_taken: { status: 409, shows: ['vehicleId'] },
  last_key: { status: 409 },
  too_many_keys: { status: 409 },
  payment_in_progress: { status: 409, shows: ['paymentId', 'paymentUrl'] },
  quote_already_paid: { status: 409 },
  request_in_progress: { status: 409, headers: { 'retry-after': '1' } },
  position_forgotten: { status: 410 },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  invalid_document: { status: 422 },
  coverage_not_available: { status: 422 },
  quote_start_date_passed: { status: 422 },
  quote_incomplete: { status: 422 },
  idempotency_key_reused: { status: 422 },
  rate_limited: { status: 429, headers: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }) },
  internal_error: { status: 500 },
  storage_unavailable: { status: 502 },
  payment_provider_unavailable: { status: 502 },
  payment_unavailable: { status: 503, headers: { 'retry-after': '60' } },
  service_unavailable: { status: 503, headers: { 'retry-after': '5' } },
} as const satisfies Table;

const lineOf = (error: ApiError): Line<Readonly<Record<string, unknown>>> =>
  ERRORS[error.code] as unknown as Line<Readonly<Record<string, unknown>>>;

export const statusOf = (error: ApiError): { readonly status: number; readonly headers?: Headers | undefined } => {
  const { status, headers } = lineOf(error);
  return { status, headers: typeof headers === 'function' ? headers({ ...error }) : headers };
};

const messageOf = (error: ApiError): Message => {
  const message = MESSAGES[error.code] as Message | ((error: ApiError) => Message);
  return typeof message === 'function' ? message(error) : message;
};

export const errorView = (error: ApiError, language: Language): ErrorView => {
  const details =
    error.code === 'invalid_request' &&
    error.details.map(({ field, message }) => ({ field, message: messageIn(language, message) }));
  const fields: Readonly<Record<string, unknown>> = { ...error, details };
  const { shows = [] } = lineOf(error);
  return {
    code: error.code,
    message: messageIn(language, messageOf(error)),
    ...Object.fromEntries(shows.map((name) => [name, fields[name]])),
  };
};

/** A response in the form in which it is stored and sent again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers?: Headers | undefined;
  readonly body: unknown;
}

export const errorAnswer = (error: ApiError, language: Language): StoredAnswer => {
  const { status, headers } = statusOf(error);
  return { status, headers: { ...headers, 'content-language': language }, body: errorView(error, language) };
};
