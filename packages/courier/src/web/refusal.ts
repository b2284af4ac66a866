/** The error codes of the companies' own API, each with its status and its message for people. */
export const REFUSALS = {
  invalid_request: [400, 'The request breaks a rule. Correct the fields in `details` and send it again.'],
  unauthorized: [401, 'No valid API key. Send your company’s key in the x-api-key header.'],
  not_found: [404, 'There is nothing at this address.'],
  endpoint_not_found: [404, 'Your company has no endpoint with this id. List them with GET /endpoint.'],
  delivery_not_found: [
    404,
    'This endpoint has no delivery with this id. List the latest with GET /endpoint/{id}/delivery.',
  ],
  method_not_allowed: [405, 'This address does not support this method. Use one from the Allow header.'],
  not_set_up: [409, 'The courier has no key of your company yet. Ask the operator to add one.'],
  too_many_endpoints: [409, 'Your company has 20 endpoints, the most that it may have. Delete one first.'],
  endpoint_changed: [409, 'Another request has just changed this endpoint. Read it and try again.'],
  payload_too_large: [413, 'Too large. A body may have 64 KB.'],
  unsupported_media_type: [415, 'Send the body as application/json.'],
  rate_limited: [429, 'Too many requests. Wait for the time in the Retry-After header.'],
  internal_error: [500, 'The courier failed. Try again; if the error persists, ask the operator.'],
  service_unavailable: [503, 'The courier or the API is unavailable for a moment. Try again later.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type RefusalCode = keyof typeof REFUSALS;

/** A field that breaks a rule. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Ends a request with an error. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(code: RefusalCode, details?: readonly FieldProblem[], headers: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Refuses a request because of one field. */
export const invalidField = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', [{ field, message }]);
