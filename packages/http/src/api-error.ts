import type { CallerError } from '@vehicle-insurance/core';

type HttpCode = 'method_not_allowed' | 'unsupported_media_type' | 'notification_refused' | 'internal_error';

/** Errors that occur outside the use cases. */
type HttpError =
  | { readonly [Code in HttpCode]: { readonly code: Code } }[HttpCode]
  /** The store is unavailable, a clock is wrong, or the maximum number of forms is in progress. */
  | { readonly code: 'service_unavailable'; readonly what?: 'forms' }
  /** A request for the sandbox's clock had no valid token, and may have come from another machine. */
  | { readonly code: 'unauthorized'; readonly where: 'sandbox clock' }
  /** An unknown path, an invalid or expired document link, or a paper that does not exist yet. */
  | { readonly code: 'not_found'; readonly what?: 'document' | 'paper' }
  /**
   * Too many requests from a company or for linked documents, or too many bad keys from an address. `retryAfter` is in
   * seconds.
   */
  | { readonly code: 'rate_limited'; readonly what?: 'bad_keys'; readonly retryAfter: number };

/** Every error that the API can return. */
export type ApiError = CallerError | HttpError;
/** The `code` of an error response (docs/api.md 6.1). */
export type ErrorCode = ApiError['code'];
/** The error with this code. */
export type ErrorWith<Code extends ErrorCode> = Extract<ApiError, { readonly code: Code }>;
