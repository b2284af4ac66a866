import { IDEMPOTENCY_KEY, keyIn } from './idempotency-key.ts';
import { InsuranceApiError, type FieldProblem, type Refusal } from './insurance-api-error.ts';
import { retryAfter } from './retry-policy.ts';

/** openapi-fetch's result of a call. */
export interface RawResult<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of a call, and the seconds to wait before the next call; null if the response does not contain them. */
export interface ApiResult<Data> {
  readonly data: Data;
  readonly retryAfter: number | null;
}

/** Returns the data of a successful call. Throws `InsuranceApiError` for any other response. */
export const unwrap = async <Data>(call: Promise<RawResult<Data>>, now: () => number): Promise<ApiResult<Data>> => {
  const { data, error, response } = await call;
  const wait = retryAfter(response.headers, now());
  if (response.ok) return { data: data as Data, retryAfter: wait };
  const { status, headers } = response;
  const refusal = isRefusal(error) ? { ...error, details: problemsIn(error.details) } : notOurs(status);
  const [requestId, idempotencyKey] = [headers.get('x-request-id'), keyIn(headers.get(IDEMPOTENCY_KEY))];
  throw new InsuranceApiError({ ...refusal, status, requestId, idempotencyKey, retryAfter: wait });
};

const isRefusal = (body: unknown): body is Omit<Refusal, 'status'> => {
  const { code, message } = (body ?? {}) as Partial<Refusal>;
  return typeof code === 'string' && typeof message === 'string';
};

/** Keeps only well-formed entries, because a proxy may imitate a part of the API's format. */
const problemsIn = (details: unknown): readonly FieldProblem[] =>
  Array.isArray(details) ? details.filter(isProblem) : [];

const isProblem = (detail: unknown): detail is FieldProblem => {
  const { field, message } = (detail ?? {}) as Partial<FieldProblem>;
  return typeof field === 'string' && typeof message === 'string';
};

/** The error if a gateway or a proxy responds instead of the API. */
const notOurs = (status: number): Omit<Refusal, 'status'> => ({
  code: 'unknown',
  message: `The response with status ${status} is not from the API itself. Check baseUrl, and proxies in front of the API.`,
});
