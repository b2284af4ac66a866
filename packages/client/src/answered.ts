import { IDEMPOTENCY_KEY, keyIn } from './idempotency-key.ts';
import { InsuranceApiError, type FieldProblem, type Refusal } from './insurance-api-error.ts';
import { retryAfter } from './retry-policy.ts';

/** openapi-fetch's result of a call. */
export interface Called<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** A call's data, and the seconds the answer asks to wait before the next. */
export interface Answered<Data> {
  readonly data: Data;
  readonly retryAfter: number | null;
}

/** The data of a call that succeeded; throws `InsuranceApiError` for any other answer. */
export const answered = async <Data>(call: Promise<Called<Data>>, now: () => number): Promise<Answered<Data>> => {
  const { data, error, response } = await call;
  const wait = retryAfter(response.headers, now());
  if (response.ok) return { data: data as Data, retryAfter: wait };
  const { status, headers } = response;
  const told = isRefusal(error) ? { ...error, details: problemsIn(error.details) } : notOurs(status);
  const [requestId, idempotencyKey] = [headers.get('x-request-id'), keyIn(headers.get(IDEMPOTENCY_KEY))];
  throw new InsuranceApiError({ ...told, status, requestId, idempotencyKey, retryAfter: wait });
};

const isRefusal = (body: unknown): body is Omit<Refusal, 'status'> => {
  const { code, message } = (body ?? {}) as Partial<Refusal>;
  return typeof code === 'string' && typeof message === 'string';
};

/** Keeps only well-formed problems: a proxy that answers in the API's place may imitate its format in part. */
const problemsIn = (details: unknown): readonly FieldProblem[] =>
  Array.isArray(details) ? details.filter(isProblem) : [];

const isProblem = (detail: unknown): detail is FieldProblem => {
  const { field, message } = (detail ?? {}) as Partial<FieldProblem>;
  return typeof field === 'string' && typeof message === 'string';
};

/** For an answer from a gateway or a proxy in the API's place. */
const notOurs = (status: number): Omit<Refusal, 'status'> => ({
  code: 'unknown',
  message: `Answered with status ${status}, and not by the API itself. Check baseUrl, and what lies before the API.`,
});
