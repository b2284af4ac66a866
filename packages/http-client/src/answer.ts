import {
  withoutPersons,
  type CallFailure,
  type Evidence,
  type OutsideSystem,
  type Problem,
  type Throttled,
} from '@vehicle-insurance/core';

/** The result of one request. */
export type Answer<Body = unknown> =
  | {
      readonly got: 'answer';
      readonly status: number;
      /** The `location` header, as received. */
      readonly location: string | null;
      /** Milliseconds that the `retry-after` header asks for, bounded; left out where it asks for nothing. */
      readonly retryAfter?: number;
      /** The media type in small letters, without parameters. */
      readonly type: string | null;
      /** Whether nothing came after the headers. */
      readonly isEmpty: boolean;
      /** Undefined where it was of another kind than requested, or longer than the limit. */
      readonly body: Body | undefined;
      /** The body without our secrets, where they were in it. */
      readonly withoutSecrets?: Body | undefined;
    }
  | {
      /**
       * `no connection`: none was accepted, so nothing can have been received. `broken connection`: the request may
       * have arrived. `not sent`: a breaker is open.
       */
      readonly got: CallFailure;
      /** The system's own code for the failure, where it has one. */
      readonly code?: string;
    };

/** A provider's response as it may be kept for a dispute: without secrets, names and phone numbers. */
export const providerResponse = (answer: Answer): Evidence =>
  answer.got === 'answer'
    ? { status: answer.status, body: withoutPersons(answer.withoutSecrets ?? answer.body) ?? null }
    : { got: answer.got };

/** Why an answer decides nothing, as far as its status shows. */
export const problemOf = (of: OutsideSystem, answer: Answer): Problem =>
  answer.got === 'answer'
    ? { code: 'unexpected_status', of, status: answer.status }
    : { code: 'no_answer', of, failure: answer.got, ...(answer.code !== undefined && { detail: answer.code }) };

/** HTTP statuses of a system that has had too many requests, or is overloaded. */
const OVERLOADED = [429, 503];

/** How the system wants to be called less; undefined where it does not. */
export const throttlingOf = (answer: Answer): Throttled | undefined =>
  answer.got === 'answer' && OVERLOADED.includes(answer.status) ? { retryAfter: answer.retryAfter ?? null } : undefined;

/** An object from outside: any field may be missing, or be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A text field; null where it is missing, empty or no text. */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The text, if it is an address that a browser can open. */
export const webAddress = (text: string | null): string | null =>
  text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;
