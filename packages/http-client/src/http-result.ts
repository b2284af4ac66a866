import {
  withoutPersons,
  type CallFailure,
  type Evidence,
  type OutsideSystem,
  type Problem,
  type Throttled,
} from '@vehicle-insurance/core';

/** The result of one request: a response, or a failure as a value. */
export type HttpResult<Body = unknown> =
  | {
      readonly got: 'response';
      readonly status: number;
      /** The `location` header, as received. */
      readonly location: string | null;
      /** Milliseconds from the `retry-after` header, within bounds. Absent if the header is missing or unreadable. */
      readonly retryAfter?: number;
      /** The media type in lower case, without parameters. */
      readonly type: string | null;
      /** Whether the body is empty. */
      readonly isEmpty: boolean;
      /** Undefined if the body is not of the requested kind or exceeds the limit. */
      readonly body: Body | undefined;
      /** The body without our secrets. Present only if the body contained a secret. */
      readonly withoutSecrets?: Body | undefined;
    }
  | {
      /**
       * `no connection`: the other system accepted no connection, so it received nothing. `broken connection` and
       * `time-out`: the request may have arrived. `not sent`: a circuit breaker is open.
       */
      readonly got: CallFailure;
      /** The failure's code, from the operating system or the client, if known. */
      readonly code?: string;
    };

/** A provider's response as it may be stored for a dispute: without secrets, names and phone numbers. */
export const providerResponse = (result: HttpResult): Evidence =>
  result.got === 'response'
    ? { status: result.status, body: withoutPersons(result.withoutSecrets ?? result.body) ?? null }
    : { got: result.got };

/** Why a result is inconclusive: the unexpected status, or the failure of the call. */
export const problemOf = (of: OutsideSystem, result: HttpResult): Problem =>
  result.got === 'response'
    ? { code: 'unexpected_status', of, status: result.status }
    : { code: 'no_answer', of, failure: result.got, ...(result.code !== undefined && { detail: result.code }) };

/** Too many requests, and overload. */
const OVERLOADED = [429, 503];

/** The pause that an overloaded system requires; undefined if the system is not overloaded. */
export const throttlingOf = (result: HttpResult): Throttled | undefined =>
  result.got === 'response' && OVERLOADED.includes(result.status)
    ? { retryAfter: result.retryAfter ?? null }
    : undefined;

/** An object from outside. Any field may be missing or have any type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object. Any other value has none. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A text field. Null if the field is missing, empty or not a text. */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The text, if it is a URL that a browser can open; otherwise null. */
export const webAddress = (text: string | null): string | null =>
  text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;
